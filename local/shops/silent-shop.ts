import type { Shop } from './shop.ts';

export const silentShop: Shop = {
  name: 'Slow Drip',
  shows: 'a page that never answers',
  path: '/{sku}',
  site: { TimeoutSeconds: 4 },
  expected: { outcome: 'Failed', errorCode: 'Timeout' },
  respond: () => 'never',
};
