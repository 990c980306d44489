import { expect, it } from 'vitest';
import { clientRenderedShop } from '../local/shops/client-rendered-shop.ts';
import { jsonLdShop } from '../local/shops/json-ld-shop.ts';
import { api, useLocalStack } from './service/stack.ts';

const local = useLocalStack();
const { queue, settled, shop } = api(() => local.stack);

it('prices a page over HTTP and one that only a browser can read, from the call to the completed request', async () => {
  const id = await queue([shop(jsonLdShop.name), shop(clientRenderedShop.name)]);
  const { status, view } = await settled(id);
  expect({ status, view }).toMatchObject({
    status: 200,
    view: {
      RequestId: id,
      RequestStatus: 2,
      Data: {
        Sites: [jsonLdShop, clientRenderedShop].map(({ name, expected }) => ({
          Name: name,
          Outcome: 'Priced',
          RenderMode: expected.renderMode ?? 'Http',
          Price: { Amount: expected.amount, Currency: expected.currency },
        })),
      },
    },
  });
});
