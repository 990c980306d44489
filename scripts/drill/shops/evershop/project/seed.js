// Fills a fresh shop with the catalogue, by the shop's own services.
import { readFileSync } from 'node:fs';
import { pool } from './node_modules/@evershop/evershop/dist/lib/postgres/connection.js';
import createProduct from './node_modules/@evershop/evershop/dist/modules/catalog/services/product/createProduct.js';

const { rows: groups } = await pool.query('SELECT attribute_group_id FROM attribute_group LIMIT 1');
const { rows: packages } = await pool.query('SELECT package_id FROM package LIMIT 1');
for (const { sku, name, description, price, stock } of JSON.parse(readFileSync('catalogue.json', 'utf8'))) {
  await createProduct(
    {
      type: 'simple',
      visibility: true,
      status: true,
      sku,
      name,
      url_key: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      price: Number(price),
      weight: 1,
      // This shop's search reads names and descriptions, and no numbers.
      description: [
        {
          id: 'r__1',
          size: 1,
          className: 'md:grid-cols-1',
          columns: [
            {
              id: 'c__1',
              size: 1,
              data: {
                time: 0,
                version: '2.31.0',
                blocks: [
                  { id: 'p1', type: 'paragraph', data: { text: `${description} Order number ${sku}.` } },
                ],
              },
            },
          ],
        },
      ],
      qty: stock,
      manage_stock: true,
      stock_availability: stock > 0,
      group_id: groups[0].attribute_group_id,
      package_id: packages[0].package_id,
    },
    {},
  );
}
process.exit(0);
