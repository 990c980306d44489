// Features that came, or are to come, with work of their own; those to come are off unless asked for.
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Check,
  type Citation,
  contract,
  expectEqual,
  expectOneOf,
  expectThat,
  type Group,
  table,
} from '../check.ts';
import {
  authorizationOf,
  bodyOf,
  credentialHeaders,
  type Deployment,
  idOf,
  type Json,
  need,
  plainData,
  statusPath,
} from '../deployment.ts';
import { type Answer, headerOf, jsonOf } from '../http-client.ts';
import { amountPattern, expectJson, expectProblem } from '../validators.ts';
import { type SiteResult, shopCatalogue } from './catalogue.ts';
import { accepts, refuses, site, withData, withSite } from './probes.ts';

const wait = contract(
  'Requests',
  'the answer is held until the request has ended or N seconds are over, and carries `Preference-Applied`',
);
const prefer = (d: Deployment, id: string, value: string): Promise<Answer> =>
  d.send({ path: statusPath(id), headers: [...credentialHeaders(d.license), ['Prefer', value]] });
const ended = (d: Deployment): Promise<string> =>
  d.once('endedForPrefer', async () => String(jsonOf(await d.scrape(plainData())).RequestId));
const hanging = async (d: Deployment): Promise<string> => {
  const shops = need(d.shops, 'shops that the deployment reaches (--shops-origin)');
  const site = { Url: `${shops.origin}/hang/prefer`, RenderMode: 'Http', TimeoutSeconds: 30 };
  return idOf(await d.queue(bodyOf(d.license, plainData(site))));
};
const waits: Check[] = [
  ...table(
    ['wait=1', 'wait=20', 'WAIT=5', 'wait = 5', 'respond-async, wait=5', 'wait="5"'],
    (value): Check => ({
      name: `Prefer: ${value} of an ended request: 200 with Preference-Applied`,
      cites: wait,
      run: async (d) => {
        const answer = await prefer(d, await ended(d), value);
        expectJson(answer, 200);
        expectThat(
          /^wait\b/i.test(headerOf(answer, 'Preference-Applied') ?? ''),
          'Preference-Applied: wait',
          headerOf(answer, 'Preference-Applied'),
        );
      },
    }),
  ),
  ...table(
    [
      'wait=0',
      'wait=21',
      'wait=-1',
      'wait=1.5',
      'wait=x',
      'wait',
      'wait=',
      'return=minimal',
      ';;;',
      'wait=99999999999999999999',
    ],
    (value): Check => ({
      name: `Prefer: ${value}: answered at once, without Preference-Applied`,
      cites: wait,
      run: async (d) => {
        const answer = await prefer(d, await ended(d), value);
        expectJson(answer, 200);
        expectEqual('Preference-Applied', headerOf(answer, 'Preference-Applied'), undefined);
      },
    }),
  ),
  {
    name: 'Prefer: wait=20 of a request that ends meanwhile: its end is answered',
    cites: wait,
    run: async (d) => {
      const id = idOf(await d.queue(bodyOf(d.license, plainData())));
      let answer = await prefer(d, id, 'wait=20');
      // A loaded deployment may need several.
      while (expectJson(answer, 200).RequestStatus === 0) answer = await prefer(d, id, 'wait=20');
      expectEqual('RequestStatus', jsonOf(answer).RequestStatus, 2);
      expectThat(
        /^wait\b/i.test(headerOf(answer, 'Preference-Applied') ?? ''),
        'Preference-Applied: wait',
        headerOf(answer, 'Preference-Applied'),
      );
    },
  },
  {
    name: 'Prefer: wait=2 of a request that does not end: pending, held for 2 s, with Retry-After',
    cites: wait,
    run: async (d) => {
      const answer = await prefer(d, await hanging(d), 'wait=2');
      expectEqual('RequestStatus', jsonOf(answer).RequestStatus, 0);
      // At least: no machine is too slow for that.
      expectThat(
        answer.readAtMs - answer.sentAtMs >= 2_000,
        'held for at least 2 s',
        `${answer.readAtMs - answer.sentAtMs} ms`,
      );
      expectThat(headerOf(answer, 'Retry-After') !== undefined, 'Retry-After', undefined);
    },
  },
  {
    name: 'Prefer: wait=20 of an unknown request: 404 at once',
    cites: contract('Requests', 'A request of another UID is the same 404 as an unknown one'),
    run: async (d) => void expectProblem(await prefer(d, 'unknown', 'wait=20'), 404),
  },
];

const egress = contract('Requests', '`Auto` (default), `Direct`, or a route of the deployment');
const snapshot = contract('Requests', 'list of `Html`, `Screenshot`');
const offerPages = contract('Requests', 'integer 0 to 5, default 0');
const expectWords = contract('Identity', '`Expect: { Gtin?, Mpn?, Brand?, Title?, Quantity? }`, all strings');
const webhook = contract('Delivery', 'no redirects, https unless the deployment allows otherwise');
const inputs: Check[] = [
  ...table(['Auto', 'Direct'], (Egress) => accepts(`Egress "${Egress}"`, egress, withSite({ Egress }))),
  ...table(['direct', 'no-such-route', '', 5, null], (Egress) =>
    refuses(`Egress ${JSON.stringify(Egress)}`, egress, withSite({ Egress }), `${site}/Egress`),
  ),
  ...table([[], ['Html'], ['Screenshot'], ['Html', 'Screenshot']], (Snapshot) =>
    accepts(`Snapshot ${JSON.stringify(Snapshot)}`, snapshot, withSite({ Snapshot })),
  ),
  ...table(['Html', 5, {}, null], (Snapshot) =>
    refuses(`Snapshot ${JSON.stringify(Snapshot)}`, snapshot, withSite({ Snapshot }), `${site}/Snapshot`),
  ),
  refuses('Snapshot ["Pdf"]', snapshot, withSite({ Snapshot: ['Pdf'] }), `${site}/Snapshot/0`),
  ...table([0, 1, 5], (MaxOfferPages) =>
    accepts(`MaxOfferPages ${MaxOfferPages}`, offerPages, withSite({ MaxOfferPages })),
  ),
  ...table([-1, 6, 1.5, '1', null], (MaxOfferPages) =>
    refuses(
      `MaxOfferPages ${JSON.stringify(MaxOfferPages)}`,
      offerPages,
      withSite({ MaxOfferPages }),
      `${site}/MaxOfferPages`,
    ),
  ),
  ...table([5, [], {}, null], (Seller) =>
    refuses(
      `Seller ${JSON.stringify(Seller)}`,
      contract('Requests', 'whose offer is wanted; not found: `SellerMismatch`'),
      withSite({ Seller }),
      `${site}/Seller`,
    ),
  ),
  // A GTIN has a check digit.
  ...Object.entries({ Gtin: '4006381333931', Mpn: '1', Brand: '1', Title: '1', Quantity: '1' }).flatMap(
    ([name, text]) => [
      accepts(`Expect.${name} of a site`, expectWords, withSite({ Expect: { [name]: text } })),
      accepts(`Expect.${name} of Data`, expectWords, withData({ Expect: { [name]: text } })),
      refuses(
        `Expect.${name} that is a number`,
        expectWords,
        withSite({ Expect: { [name]: 1 } }),
        `${site}/Expect/${name}`,
      ),
    ],
  ),
  ...table(['x', 5, [], null], (Expect) =>
    refuses(`Expect ${JSON.stringify(Expect)}`, expectWords, withSite({ Expect }), `${site}/Expect`),
  ),
  ...table(['x', 5, [], null], (Expect) =>
    refuses(`Data.Expect ${JSON.stringify(Expect)}`, expectWords, withData({ Expect }), '/Data/Expect'),
  ),
  accepts('Webhook with an https Url', webhook, withData({ Webhook: { Url: 'https://hook.invalid/' } })),
  ...table(['', '/hook', 'ftp://hook.invalid/', 'http://hook.invalid/', 5, null], (Url) =>
    refuses(
      `Webhook.Url ${JSON.stringify(Url)}`,
      webhook,
      withData({ Webhook: { Url } }),
      '/Data/Webhook/Url',
    ),
  ),
  ...table(['x', 5, [], null], (Webhook) =>
    refuses(`Webhook ${JSON.stringify(Webhook)}`, webhook, withData({ Webhook }), '/Data/Webhook'),
  ),
];

const isMoney = (value: unknown): boolean =>
  value === null || amountPattern.test(String((value as Json).Amount));
const members: readonly [string, (value: unknown) => boolean, string, Citation][] = [
  [
    'Identity',
    (value) =>
      ['Same', 'Different', 'Unknown'].includes(String((value as Json | null)?.Verdict)) &&
      Array.isArray((value as Json).By),
    '{ Verdict, By }',
    contract(
      'Identity',
      'Each result has `Identity: { Verdict: "Same" | "Different" | "Unknown", By: [...] }`',
    ),
  ],
  [
    'Offers',
    Array.isArray,
    'a list',
    contract('Offers', '`Offers: [{ Seller, Price, Shipping, Total, Condition, Availability, IsFeatured }]`'),
  ],
  [
    'Shipping',
    isMoney,
    'null or { Amount, Currency }',
    contract('Offers', '`Shipping` is `null` (not stated) or `{ Amount, Currency, FreeFrom? }`'),
  ],
  [
    'UnitPrice',
    isMoney,
    'null or { Amount, Currency, Per }',
    contract('Offers', '`UnitPrice: { Amount, Currency, Per }`'),
  ],
  [
    'LowestRecentPrice',
    isMoney,
    'null or a price',
    contract(
      'Result: `Data` of a completed request',
      '`LowestRecentPrice`: the lowest price of the last thirty days',
    ),
  ],
  [
    'ValidUntil',
    (value) => value === null || !Number.isNaN(Date.parse(String(value))),
    'null or a date',
    contract('Result: `Data` of a completed request', '"ValidUntil": null'),
  ],
  [
    'Egress',
    (value) => value === null || typeof value === 'string',
    'a string',
    contract('Result: `Data` of a completed request', '"Egress": "Direct"'),
  ],
  [
    'BytesReceived',
    (value) => value === null || (Number.isInteger(value) && Number(value) >= 0),
    'a whole number',
    contract('Result: `Data` of a completed request', '"BytesReceived": 48210'),
  ],
  [
    'Snapshots',
    Array.isArray,
    'a list',
    contract('Result: `Data` of a completed request', '"Snapshots": []'),
  ],
];
const outputs: Check[] = members.map(([name, is, sentence, cites]) => ({
  name: `every site: ${name} is there, and is ${sentence}`,
  cites,
  run: async (d) => {
    const { data } = await shopCatalogue(d);
    const wrong = data.Sites.filter((result: SiteResult) => !(name in result) || !is(result[name]));
    expectEqual(
      'sites where it is not so',
      wrong.slice(0, 3).map((result) => `${result.Reference}: ${JSON.stringify(result[name])}`),
      [],
    );
  },
}));

const identity = (
  name: string,
  page: string,
  members: Json,
  judge: (result: SiteResult & { Identity?: { Verdict: string; By: string[] } }) => void,
  cites: Citation,
): Check => ({
  name,
  cites,
  run: async (d) => {
    const shops = need(d.shops, 'shops that the deployment reaches (--shops-origin)');
    const answer = await d.scrape({
      Sku: '555088-105',
      SellingSites: [{ Url: shops.url(page), RenderMode: 'Http', ...members }],
    });
    judge(jsonOf<{ Data: { Sites: SiteResult[] } }>(answer).Data.Sites[0]!);
  },
});
const verdicts = contract(
  'Identity',
  '`Different` under an `Expect` gives `NotFound` with `ProductMismatch`, never a price.',
);
const differs = contract(
  'Identity',
  'than the asked `Sku` gets the warning `SkuDiffers`, and `Confidence` at most `Medium`',
);
const identities: Check[] = [
  identity(
    'the SKU as asked: Same, by Sku',
    'plain',
    {},
    ({ Identity }) => expectEqual('Identity', Identity, { Verdict: 'Same', By: ['Sku'] }),
    contract('Identity', 'where `By` names what decided'),
  ),
  ...table(
    [
      ['Gtin', '4006381333931'],
      ['Mpn', 'TS-105'],
      ['Brand', 'Acme'],
      ['Title', 'Trail Shoe'],
    ] as const,
    ([name, value]) =>
      identity(
        `Expect ${name} as the page states it: a price`,
        'plain',
        { Expect: { [name]: value } },
        ({ Price }) => expectEqual('Amount', Price?.Amount, '1226.00'),
        verdicts,
      ),
  ),
  ...table(
    [
      ['Gtin', '4006381333948'],
      ['Mpn', 'XX-999'],
      ['Brand', 'Other Maker'],
    ] as const,
    ([name, value]) =>
      identity(
        `Expect another ${name}: NotFound with ProductMismatch, no price`,
        'plain',
        { Expect: { [name]: value } },
        ({ Outcome, Price, Error: error }) =>
          expectEqual(
            'Outcome, Code, Price',
            [Outcome, error?.Code, Price],
            ['NotFound', 'ProductMismatch', null],
          ),
        verdicts,
      ),
  ),
  identity(
    'another SKU on the page: the warning SkuDiffers',
    'other',
    {},
    ({ Warnings }) =>
      expectThat(JSON.stringify(Warnings).includes('SkuDiffers'), 'the warning SkuDiffers', Warnings),
    differs,
  ),
  identity(
    'another SKU on the page: Confidence at most Medium',
    'other',
    {},
    ({ Confidence }) => expectOneOf('Confidence', Confidence, ['Medium', 'Low']),
    differs,
  ),
  identity(
    'a seller who does not offer: SellerMismatch',
    'plain',
    { Seller: 'Nobody Ltd' },
    ({ Price, Error: error }) =>
      expectEqual('Code and Price', [error?.Code, Price], ['SellerMismatch', null]),
    contract('Requests', 'whose offer is wanted; not found: `SellerMismatch`'),
  ),
  identity(
    'the seller who offers: a price',
    'plain',
    { Seller: 'Shop A' },
    ({ Price }) => expectEqual('Amount', Price?.Amount, '1226.00'),
    contract('Requests', 'whose offer is wanted; not found: `SellerMismatch`'),
  ),
];

const watchWords = contract(
  'Delivery',
  '`PUT /api/watches/{name}` (with `Authorization` and `Data` as on queue',
);
const watchPath = `/api/watches/conformance-${Date.now()}`;
const watches: Check[] = [
  {
    name: 'a watch is put, read, and deleted; or the deployment has none: 404',
    cites: watchWords,
    run: async (d) => {
      const body = JSON.stringify({
        Authorization: authorizationOf(d.license),
        Data: plainData(),
        Schedule: 'rate(1 day)',
        When: { ChangePercent: 5 },
      });
      const put = await d.send({
        method: 'PUT',
        path: watchPath,
        headers: [['Content-Type', 'application/json']],
        body,
      });
      if ([403, 404].includes(put.status)) return void expectProblem(put, put.status);
      expectOneOf('status of PUT', put.status, [200, 201, 202, 204]);
      expectEqual(
        'status of GET',
        (await d.send({ path: watchPath, headers: credentialHeaders(d.license) })).status,
        200,
      );
      expectEqual(
        'status of history',
        (await d.send({ path: `${watchPath}/history`, headers: credentialHeaders(d.license) })).status,
        200,
      );
      expectOneOf(
        'status of DELETE',
        (await d.send({ method: 'DELETE', path: watchPath, headers: credentialHeaders(d.license) })).status,
        [200, 202, 204],
      );
      await pause(0);
      expectEqual(
        'status of GET',
        (await d.send({ path: watchPath, headers: credentialHeaders(d.license) })).status,
        404,
      );
    },
  },
];

export const laterGroups: Group[] = [
  { name: 'CONTRACT.md, Requests: Prefer: wait', checks: waits },
  { name: 'later: inputs of Identity, Offers, Egress, Snapshot, Delivery', isLater: true, checks: inputs },
  { name: 'later: members of results', isLater: true, checks: outputs },
  { name: 'later: Identity and Seller', isLater: true, checks: identities },
  { name: 'later: watches', isLater: true, checks: watches },
];
