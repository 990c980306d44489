import { createDjangoShop } from '../../django-shop.ts';

/** django-oscar as its guide sets it up, with the search that needs no server. */
export const oscar = createDjangoShop({
  name: 'django-oscar',
  version: '4.2.1',
  folder: 'oscar',
  search: '/search/?q={sku}',
});
