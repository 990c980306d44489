import { createDjangoShop } from '../../django-shop.ts';

/** django-oscar as in its guide, with the search back end that needs no server. */
export const oscar = createDjangoShop({
  name: 'django-oscar',
  version: '4.2.1',
  folder: 'oscar',
  search: '/search/?q={sku}',
});
