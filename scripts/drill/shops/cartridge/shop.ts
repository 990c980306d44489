import { createDjangoShop } from '../../django-shop.ts';

/** Cartridge with Mezzanine, from their project template. */
export const cartridge = createDjangoShop({
  name: 'Cartridge',
  version: '1.3.4 (Mezzanine 6.1.1)',
  folder: 'cartridge',
  search: '/search/?q={sku}&type=shop.Product',
  locale: 'en_US',
});
