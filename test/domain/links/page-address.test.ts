// Links that a search's page offers: which are followed, and by which address.
import { describe, expect, it } from 'vitest';
import { toPageAddress } from '../../../lambdas/domain/links/page-address.ts';

const shop = 'https://shop.example';
const read = (path: string): string | undefined =>
  toPageAddress(new URL(path, shop))?.href.slice(shop.length);

describe('a link of a search', () => {
  // Addresses that put goods into carts, lists and alerts, as shop software writes them.
  it.each([
    '/index.php?action=yith-woocompare-add-product&id=9',
    '/products/add_favorite/7',
    '/flag/flag/later/7',
    '/orders/populate?sku=A-1',
    '/p/A-1/add/',
    '/add-accessory-to-cart/7/1',
    '/INTERSHOP/web/WFS/S/de_DE/-/EUR/ViewCart-AddProduct?SKU=A-1',
    '/wishlist/index/cart/item/7/',
    '/cart/items/new?product=7',
    '/refresh-cart',
    '/offer/accept/7',
    '/vergleichsliste.php?a=7',
    '/do/addItem?sku=A-1',
    '/p/A-1/delete',
    '/bid/A-1',
    `/p/A-1?${'xx_=1&'.repeat(80)}add-to-cart=7&id=7`,
    '/one-click/A-1',
    '/購買/7',
    '/flow.php?action=osta&id=7',
    `/p/A-1?${'x=1&'.repeat(80)}route=checkout/cart.add`,
  ])('is not followed where it may act: %s', (path) => {
    expect(read(path)).toBeUndefined();
  });

  it.each([
    ['/index.php?BUYproducts_id=7', '/index.php'],
    ['/p/A-1?like=1', '/p/A-1'],
    ['/p/A-1?delete=1', '/p/A-1'],
    ['/p/A-1?notify_me=1', '/p/A-1'],
    ['/index.php?a=7&anzahl=1&wlPos=1', '/index.php?a=7'],
    ['/p/A-1?vergleichsliste=1', '/p/A-1'],
    ['/p/A-1?purchase=1&id=7', '/p/A-1?id=7'],
    ['/p/A-1?utm_source=search', '/p/A-1'],
    ['/p/A-1?lisa_id=7&id=7', '/p/A-1?id=7'],
    [`/p/A-1?${'x'.repeat(70)}_id=7&id=7`, '/p/A-1?id=7'],
  ])('is followed without what it orders: %s', (path, page) => {
    expect(read(path)).toBe(page);
  });

  it.each([
    '/p/A-1',
    '/p/clear-case',
    '/p/plus-size-dress',
    '/toggle-switch.html',
    '/index.php?route=product/product&product_id=7',
    '/product.php?id_product=7&id_product_attribute=3',
    '/?product=air-one',
    '/catalogue/air-one_7/',
    '/p/A-1;jsessionid=0123ABCD',
    '/p/mona-lisa',
    '/p.php?products_id=7&item-no=A&cPath=3_4&SKU=1',
  ])('is followed as it is where it shows a page: %s', (path) => {
    expect(decodeURI(read(path) ?? '')).toBe(path);
  });
});
