// Data of completed requests: each member's form, and what pages of shops become.
import {
  type Check,
  type Citation,
  contract,
  expectEqual,
  expectOneOf,
  expectThat,
  type Group,
  Mismatch,
  table,
} from '../check.ts';
import { type Deployment, type Json, need } from '../deployment.ts';
import { amountPattern, currencyCodes, instantPattern } from '../validators.ts';
import {
  amounts,
  availabilities,
  browserCatalogue,
  type Catalogue,
  catalogueSku,
  conditions,
  forbidden,
  type Money,
  nowhereCatalogue,
  type SiteResult,
  shopCatalogue,
} from './catalogue.ts';

const result = (words: string): Citation => contract('Result: `Data` of a completed request', words);
const outcomes = ['Priced', 'OutOfStock', 'Ambiguous', 'NotFound', 'Blocked', 'Failed'];
const sources = ['Selector', 'JsonLd', 'Microdata', 'Rdfa', 'OpenGraph', 'EmbeddedState', 'Visible'];
const codes = [
  'InvalidUrl ForbiddenTarget DnsFailure ConnectionFailed TlsError HttpError NotFound TooLarge',
  'UnsupportedContent TooManyRedirects Timeout BotChallenge AccessDenied RateLimitedBySite',
  'ConsentWall LoginRequired NoPriceFound SelectorNotMatched VariantNotFound SkuNotFound',
  'CurrencyMismatch ConditionMismatch SellerMismatch ProductMismatch RobotsDisallowed',
  'AmbiguousPrice RendererCrashed Internal',
].flatMap((line) => line.split(' '));
const availabilityValues = [...availabilities, 'Unknown'];

type Predicate = (value: unknown) => boolean;
const isString: Predicate = (value) => typeof value === 'string';
const isText: Predicate = (value) => typeof value === 'string' && value !== '';
const isCount: Predicate = (value) => Number.isInteger(value) && Number(value) >= 0;
const isInstant: Predicate = (value) =>
  isString(value) && instantPattern.test(String(value)) && !Number.isNaN(Date.parse(String(value)));
const orNull =
  (is: Predicate): Predicate =>
  (value) =>
    value === null || is(value);
const among =
  (values: readonly string[]): Predicate =>
  (value) =>
    values.includes(value as string);
const isList =
  (is: Predicate): Predicate =>
  (value) =>
    Array.isArray(value) && value.every(is);
const hasExactly = (value: unknown, members: readonly string[]): value is Json =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).sort().join() === [...members].sort().join();
const isMoney: Predicate = (value) =>
  hasExactly(value, ['Amount', 'Currency', 'Raw']) &&
  isString(value.Amount) &&
  amountPattern.test(String(value.Amount)) &&
  orNull(among(currencyCodes))(value.Currency) &&
  isString(value.Raw);
const isEvidence: Predicate = (value) => {
  const { Field, Source, Path, Raw, Agrees } = (value ?? {}) as Json;
  return (
    isText(Field) &&
    among(sources)(Source) &&
    isString(Path) &&
    isString(Raw) &&
    isList(among(sources))(Agrees)
  );
};
const isVariant: Predicate = (value) => {
  const { Id, Size, SizeRegion, Color, Price, Availability } = (value ?? {}) as Json;
  return (
    [Id, Size, SizeRegion, Color].every(orNull(isString)) &&
    orNull(isMoney)(Price) &&
    among(availabilityValues)(Availability)
  );
};
const isError: Predicate = (value) =>
  hasExactly(value, ['Code', 'Message', 'Retryable']) &&
  among(codes)(value.Code) &&
  isText(value.Message) &&
  typeof value.Retryable === 'boolean';

const example = (name: string): Citation => result(`"${name}":`);
/** Each member of a site's result, what it must be, and the words that say so. */
const members: readonly [name: string, is: Predicate, sentence: string, cites: Citation][] = [
  ['Index', isCount, 'a whole number', example('Index')],
  ['Name', orNull(isString), 'a string or null', example('Name')],
  ['Reference', orNull(isString), 'a string or null', example('Reference')],
  ['Outcome', among(outcomes), 'one of the six outcomes', result('`Outcome`: `Priced`, `OutOfStock`')],
  ['RequestedSku', isText, 'a string', result('`RequestedSku` what was asked')],
  [
    'Sku',
    orNull(isText),
    'a string or null',
    result("`Sku` is the shop's own number for the product as the shop states it"),
  ],
  ['Gtin', orNull(isText), 'a string or null', example('Gtin')],
  ['Mpn', orNull(isText), 'a string or null', result("`Mpn` the maker's")],
  ['Title', orNull(isText), 'a string or null', example('Title')],
  ['Brand', orNull(isText), 'a string or null', example('Brand')],
  ['Url', isText, 'a string', example('Url')],
  ['FinalUrl', orNull(isText), 'a string or null', example('FinalUrl')],
  [
    'HttpStatus',
    orNull((value) => Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599),
    'a status of HTTP or null',
    example('HttpStatus'),
  ],
  [
    'Price',
    orNull(isMoney),
    'null or exactly Amount, Currency, Raw',
    result('`Amount` is a decimal string `^\\d+(\\.\\d+)?$`'),
  ],
  [
    'ListPrice',
    orNull(isMoney),
    'null or exactly Amount, Currency, Raw',
    result('`ListPrice` only when higher than `Price`'),
  ],
  [
    'PriceRange',
    orNull((value) => hasExactly(value, ['Low', 'High']) && isMoney(value.Low) && isMoney(value.High)),
    'null or { Low, High }',
    result('`PriceRange` `{ Low, High }` for an aggregate offer'),
  ],
  [
    'Availability',
    among(availabilityValues),
    'one of the availabilities',
    result('`Availability`: `InStock` `OutOfStock`'),
  ],
  [
    'Condition',
    orNull(among(['New', 'Used', 'Refurbished', 'OpenBox', 'Damaged'])),
    'one of the conditions or null',
    contract('Requests', '`New` `Used` `Refurbished` `OpenBox` `Damaged`'),
  ],
  [
    'Seller',
    orNull(
      (value) => typeof value === 'object' && value !== null && 'Name' in value && orNull(isText)(value.Name),
    ),
    'null or { Name }',
    example('Seller'),
  ],
  [
    'Variants',
    isList(isVariant),
    'a list of variants with Id, Size, SizeRegion, Color, Price, Availability',
    example('Variants'),
  ],
  [
    'Confidence',
    orNull(among(['High', 'Medium', 'Low'])),
    'High, Medium, Low or null',
    result('`Confidence`: `High` when independent sources agree'),
  ],
  [
    'Evidence',
    isList(isEvidence),
    'a list of { Field, Source, Path, Raw, Agrees }',
    result('`Evidence.Source`: `Selector` `JsonLd`'),
  ],
  ['Candidates', Array.isArray, 'a list', example('Candidates')],
  ['Warnings', Array.isArray, 'a list', example('Warnings')],
  ['RenderMode', orNull(among(['Http', 'Browser'])), 'Http, Browser or null', example('RenderMode')],
  ['FetchedAt', orNull(isInstant), 'an instant in milliseconds or null', example('FetchedAt')],
  ['DurationMs', orNull(isCount), 'a whole number or null', example('DurationMs')],
  ['Attempts', isCount, 'a whole number', example('Attempts')],
  [
    'Error',
    orNull(isError),
    'null or exactly Code, Message, Retryable, with a listed code',
    result('`Error`: `{ "Code", "Message", "Retryable" }`'),
  ],
];

const catalogues: readonly [string, (deployment: Deployment) => Promise<Catalogue>][] = [
  ['pages of shops', shopCatalogue],
  ['addresses that lead nowhere', nowhereCatalogue],
];
const shown = ({ Reference, ...site }: SiteResult, member: string): string =>
  `${Reference}: ${JSON.stringify(site[member])?.slice(0, 200)}`;

const everySite = (
  name: string,
  cites: Citation,
  isRight: (site: SiteResult, asked: Json) => boolean,
  member: string,
): Check[] =>
  catalogues.map(([what, get]) => ({
    name: `${what}: ${name}`,
    cites,
    run: async (deployment) => {
      const { data, asked } = await get(deployment);
      const wrong = data.Sites.filter((site, i) => !isRight(site, asked[i] ?? {})).map((site) =>
        shown(site, member),
      );
      expectEqual('sites where it is not so', wrong, []);
    },
  }));

const amountOf = (money: Money | null): bigint => {
  const [whole = '0', part = ''] = (money?.Amount ?? '0').split('.');
  return BigInt(whole + part.padEnd(20, '0'));
};
const unknownIsNull = result('Unknown is `null`, never a sentinel such as 0 or 999999.');
const forms: Check[] = [
  ...members.flatMap(([name, is, sentence, cites]) =>
    everySite(`${name} is there, and is ${sentence}`, cites, (site) => name in site && is(site[name]), name),
  ),
  ...everySite(
    'Index is the place in the request',
    result('`Sites` is in the order of the request.'),
    (site, asked) => site.Reference === asked.Reference,
    'Index',
  ),
  ...everySite(
    'Error is null exactly for Priced and OutOfStock',
    result('`OutOfStock` (a success, `Price` may be null)'),
    ({ Outcome, Error: error }) => (error === null) === ['Priced', 'OutOfStock'].includes(Outcome),
    'Error',
  ),
  ...everySite(
    'Priced has a Price',
    result('`Outcome`: `Priced`, `OutOfStock` (a success, `Price` may be null)'),
    ({ Outcome, Price }) => Outcome !== 'Priced' || Price !== null,
    'Price',
  ),
  ...everySite(
    'only Priced and OutOfStock have a Price',
    result('A page recognised as a challenge, a wall or a soft 404 never gives `Priced`.'),
    ({ Outcome, Price }) => Price === null || ['Priced', 'OutOfStock'].includes(Outcome),
    'Price',
  ),
  ...everySite(
    'ListPrice is higher than Price',
    result('`ListPrice` only when higher than `Price`'),
    ({ Price, ListPrice }) => ListPrice === null || (Price !== null && amountOf(ListPrice) > amountOf(Price)),
    'ListPrice',
  ),
  ...everySite(
    'a Price has its evidence',
    result('`Evidence.Source`'),
    ({ Price, Evidence }) => Price === null || Evidence.some(({ Field }) => Field === 'Price'),
    'Evidence',
  ),
  ...everySite(
    "Price's digits stand in its Raw",
    result("with the page's own digits"),
    ({ Price }) =>
      Price === null ||
      Price.Raw.replaceAll(/\D/g, '')
        .replace(/^0+/, '')
        .startsWith(Price.Amount.replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '')),
    'Price',
  ),
  ...everySite(
    'Ambiguous lists its Candidates',
    result('`Ambiguous` (`Candidates` lists what was found; nothing is guessed)'),
    ({ Outcome, Candidates }) => Outcome !== 'Ambiguous' || (Candidates as unknown[]).length > 1,
    'Candidates',
  ),
  ...everySite(
    'the Url is the one that was asked for',
    example('Url'),
    ({ Url }, asked) => asked.SearchUrl !== undefined || isText(Url),
    'Url',
  ),
  ...everySite(
    'RequestedSku is what was asked',
    result('`RequestedSku` what was asked'),
    ({ RequestedSku }, asked) => RequestedSku === (asked.Sku ?? catalogueSku),
    'RequestedSku',
  ),
  ...everySite(
    'Name is echoed',
    contract('Requests', 'label, echoed in the result'),
    ({ Name }, asked) => asked.Name === undefined || Name === asked.Name,
    'Name',
  ),
  ...everySite(
    'no empty string, 0 or 999999 stands for what is unknown',
    unknownIsNull,
    ({ Sku, Gtin, Mpn, Title, Brand, FinalUrl, HttpStatus, Condition, Seller }) =>
      [Sku, Gtin, Mpn, Title, Brand, FinalUrl, HttpStatus, Condition, Seller].every(
        (value) => value !== '' && value !== 0 && value !== 999_999,
      ),
    'Title',
  ),
];

const ofData = (
  name: string,
  cites: Citation,
  judge: (catalogue: Catalogue, deployment: Deployment) => void,
): Check[] =>
  catalogues.map(([what, get]) => ({
    name: `${what}: ${name}`,
    cites,
    run: async (deployment) => judge(await get(deployment), deployment),
  }));
const msOf = (value: unknown): number => Date.parse(String(value));
const summaryWords = result(
  '"Summary": { "Total": 2, "Priced": 1, "OutOfStock": 0, "Ambiguous": 0, "NotFound": 0, "Blocked": 0, "Failed": 1 }',
);
const order = result('`Sites` is in the order of the request.');
const whole: Check[] = [
  ...ofData(
    'Data has exactly Sku, RequestedAt, CompletedAt, ExpiresAt, Summary, Sites',
    result('"Sku": "555088-105", "RequestedAt": "2026-11-21T10:00:00.000Z"'),
    ({ data }) =>
      expectEqual('members', Object.keys(data).sort(), [
        'CompletedAt',
        'ExpiresAt',
        'RequestedAt',
        'Sites',
        'Sku',
        'Summary',
      ]),
  ),
  ...ofData('Sku is what was asked', result('"Sku": "555088-105"'), ({ data }) =>
    expectEqual('Sku', data.Sku, catalogueSku),
  ),
  ...['RequestedAt', 'CompletedAt', 'ExpiresAt'].flatMap((name) =>
    ofData(
      `${name} is an instant in milliseconds`,
      contract('Time', 'All times come from one clock reading per operation, in milliseconds.'),
      ({ data }) =>
        expectThat(isInstant(data[name]), 'an instant such as 2026-11-21T10:00:00.000Z', data[name]),
    ),
  ),
  ...ofData(
    'ExpiresAt is CompletedAt and the retention',
    contract('Time', 'Completed: 404 from C + 5 min on.'),
    ({ data }, { retentionMs }) =>
      expectEqual('ExpiresAt - CompletedAt', msOf(data.ExpiresAt) - msOf(data.CompletedAt), retentionMs),
  ),
  ...ofData(
    'completed before the deadline',
    contract('Time', 'Completed at C is possible only when C < D.'),
    ({ data }, { processingWindowMs }) =>
      expectThat(
        msOf(data.CompletedAt) - msOf(data.RequestedAt) < processingWindowMs,
        `less than ${processingWindowMs} ms`,
        [data.RequestedAt, data.CompletedAt],
      ),
  ),
  ...ofData('every FetchedAt lies between RequestedAt and CompletedAt', example('FetchedAt'), ({ data }) => {
    const outside = data.Sites.filter(
      ({ FetchedAt }) =>
        FetchedAt !== null &&
        (msOf(FetchedAt) < msOf(data.RequestedAt) || msOf(FetchedAt) > msOf(data.CompletedAt)),
    );
    expectEqual(
      'outside',
      outside.map((site) => shown(site, 'FetchedAt')),
      [],
    );
  }),
  ...ofData('Summary has Total and the six outcomes, and nothing else', summaryWords, ({ data }) =>
    expectEqual('members', Object.keys(data.Summary).sort(), ['Total', ...outcomes].sort()),
  ),
  ...ofData('Total is the number of sites', summaryWords, ({ data, asked }) =>
    expectEqual('Total', data.Summary.Total, asked.length),
  ),
  ...outcomes.flatMap((outcome) =>
    ofData(`Summary.${outcome} counts its sites`, summaryWords, ({ data }) =>
      expectEqual(
        outcome,
        data.Summary[outcome],
        data.Sites.filter(({ Outcome }) => Outcome === outcome).length,
      ),
    ),
  ),
  ...ofData('as many results as sites', order, ({ data, asked }) =>
    expectEqual('results', data.Sites.length, asked.length),
  ),
  ...ofData('Index counts from 0', order, ({ data }) =>
    expectEqual(
      'Index',
      data.Sites.map(({ Index }) => Index),
      data.Sites.map((_, i) => i),
    ),
  ),
  ...ofData(
    'Reference is echoed, site by site',
    contract('Requests', "the caller's own tag, echoed"),
    ({ data, asked }) =>
      expectEqual(
        'References',
        data.Sites.map(({ Reference }) => Reference),
        asked.map(({ Reference }) => Reference),
      ),
  ),
];

type Judge = (site: SiteResult, deployment: Deployment) => void;
const on =
  (get: (deployment: Deployment) => Promise<Catalogue>) =>
  (reference: string, sentence: string, cites: Citation, judge: Judge): Check => ({
    name: `${reference}: ${sentence}`,
    cites,
    run: async (deployment) => judge((await get(deployment)).of(reference), deployment),
  });
const shop = on(shopCatalogue);
const nowhere = on(nowhereCatalogue);
const browser = on(browserCatalogue);

const isOutcome =
  (...allowed: string[]): Judge =>
  ({ Outcome, Error: error }) => {
    if (!allowed.includes(Outcome))
      throw new Mismatch(`Outcome ${allowed.join(' or ')}`, `${Outcome} ${JSON.stringify(error)}`);
  };
const isCode =
  (...allowed: string[]): Judge =>
  ({ Outcome, Error: error }) => {
    if (!allowed.includes(error?.Code ?? ''))
      throw new Mismatch(`Error.Code ${allowed.join(' or ')}`, `${Outcome} ${JSON.stringify(error)}`);
  };
const costs =
  (Amount: string, Currency: string | null): Judge =>
  ({ Outcome, Price, Error: error }) => {
    if (Price?.Amount !== Amount || Price.Currency !== Currency)
      throw new Mismatch(
        `Price ${Amount} ${Currency}`,
        `${Outcome} ${JSON.stringify(Price)} ${JSON.stringify(error)}`,
      );
  };
const has =
  (member: string, value: unknown): Judge =>
  (site) =>
    expectEqual(member, site[member], value);
const warns =
  (word: string): Judge =>
  ({ Warnings }) =>
    expectThat(JSON.stringify(Warnings).includes(word), `a warning ${word}`, Warnings);
const isSureAtMost =
  (...allowed: string[]): Judge =>
  ({ Confidence }) =>
    expectOneOf('Confidence', Confidence, allowed);
const isFrom =
  (source: string): Judge =>
  ({ Evidence }) => {
    const found = Evidence.filter(({ Field }) => Field === 'Price').flatMap(({ Source, Agrees }) => [
      Source,
      ...Agrees,
    ]);
    expectThat(found.includes(source), `evidence of the price from ${source}`, Evidence);
  };
const retries =
  (isSo: boolean): Judge =>
  ({ Error: error }) =>
    expectEqual('Retryable', error?.Retryable, isSo);
const echoOf = (path: string) => (deployment: Deployment) => {
  const visits = need(deployment.shops, 'shops that the deployment reaches (--shops-origin)').visits;
  const found = visits.filter((visit) => visit.path.startsWith(path));
  if (found.length === 0) throw new Mismatch(`a visit of ${path}`, 'none');
  return found;
};

const priceWords = result('`Price` is what a buyer without membership pays now');
const currencyWords = result('else from the page, else from the request; else it is null, never a default');
const conditionWords = (words: string): Citation => contract('Requests', words);
const confidence = result(
  '`Confidence`: `High` when independent sources agree, `Medium` for one good source, `Low` for a heuristic alone.',
);
const wall = result('A page recognised as a challenge, a wall or a soft 404 never gives `Priced`.');
const blocked = result('`Blocked` (captcha, denial, consent or login wall)');
const notFound = result('`NotFound` (the site does not have the product)');
const errorCodes = result('Codes: `InvalidUrl` `ForbiddenTarget` `DnsFailure`');
const variantWords = contract(
  'Requests',
  "absent, or without a known member: the page's own price, and all variants are listed",
);
const selectorWords = contract('Requests', 'tried in order before the automatic ways');
const percentEncoded = contract('Requests', '`{sku}` is replaced by the percent-encoded SKU');
const named = contract(
  'Requests',
  "Members that the service does not know are ignored and named in that site's `Warnings`.",
);

const plain: Check[] = [
  shop('plain', 'Priced', result('`Outcome`: `Priced`'), isOutcome('Priced')),
  shop('plain', '1226.00 EUR', priceWords, costs('1226.00', 'EUR')),
  shop(
    'plain',
    'ListPrice 1399.00 EUR',
    result('`ListPrice` only when higher than `Price`'),
    ({ ListPrice }) => expectEqual('ListPrice', [ListPrice?.Amount, ListPrice?.Currency], ['1399.00', 'EUR']),
  ),
  shop(
    'plain',
    'Sku as the shop states it',
    result("`Sku` is the shop's own number for the product as the shop states it"),
    has('Sku', '555088-105'),
  ),
  shop('plain', 'Gtin', example('Gtin'), has('Gtin', '4006381333931')),
  shop('plain', 'Mpn', result("`Mpn` the maker's"), has('Mpn', 'TS-105')),
  shop('plain', 'Brand', example('Brand'), has('Brand', 'Acme')),
  shop('plain', 'Title', example('Title'), has('Title', 'Trail Shoe')),
  shop('plain', 'Availability InStock', example('Availability'), has('Availability', 'InStock')),
  shop('plain', 'Condition New', example('Condition'), has('Condition', 'New')),
  shop('plain', 'Seller', example('Seller'), ({ Seller }) =>
    expectEqual('Seller.Name', (Seller as Json | null)?.Name, 'Shop A'),
  ),
  shop('plain', 'HttpStatus 200', example('HttpStatus'), has('HttpStatus', 200)),
  shop('plain', 'RenderMode Http', example('RenderMode'), has('RenderMode', 'Http')),
  shop('plain', 'Confidence High, for data and page agree', confidence, has('Confidence', 'High')),
  shop('plain', 'evidence from JSON-LD', result('`Evidence.Source`'), isFrom('JsonLd')),
  shop('plain', 'evidence from the visible page', result('`Evidence.Source`'), isFrom('Visible')),
  shop(
    'plain',
    'PriceRange null',
    result('`PriceRange` `{ Low, High }` for an aggregate offer'),
    has('PriceRange', null),
  ),
  shop('plain', 'no Candidates', example('Candidates'), has('Candidates', [])),
  shop('moved', 'the price behind the redirect', priceWords, costs('1226.00', 'EUR')),
  shop(
    'moved',
    'Url as asked and FinalUrl behind the redirect',
    example('FinalUrl'),
    ({ Url, FinalUrl }, { shops }) =>
      expectEqual('Url and FinalUrl', [Url, FinalUrl], [shops?.url('moved'), shops?.url('plain')]),
  ),
  shop('data-only', 'Confidence Medium, for one good source', confidence, has('Confidence', 'Medium')),
  shop('visible-only', 'Confidence at most Medium', confidence, isSureAtMost('Medium', 'Low')),
  shop('visible-only', '64.90 EUR', priceWords, costs('64.90', 'EUR')),
  shop('visible-only', 'evidence from the visible page', result('`Evidence.Source`'), isFrom('Visible')),
  shop('microdata', '64.90 EUR', priceWords, costs('64.90', 'EUR')),
  shop('microdata', 'evidence from microdata', result('`Evidence.Source`'), isFrom('Microdata')),
  shop('rdfa', '64.90 EUR', priceWords, costs('64.90', 'EUR')),
  shop('rdfa', 'evidence from RDFa', result('`Evidence.Source`'), isFrom('Rdfa')),
  shop('open-graph', '64.90 EUR', priceWords, costs('64.90', 'EUR')),
  shop('open-graph', 'evidence from OpenGraph', result('`Evidence.Source`'), isFrom('OpenGraph')),
  shop('state', '64.90 EUR', priceWords, costs('64.90', 'EUR')),
  shop('state', 'evidence from embedded state', result('`Evidence.Source`'), isFrom('EmbeddedState')),
  ...table(amounts, (digits) =>
    shop(
      `amount ${digits}`,
      "Amount has the page's own digits",
      result("with the page's own digits; it is never held in a floating-point number"),
      costs(digits, 'EUR'),
    ),
  ),
  ...table(availabilities, (name) =>
    shop(
      `availability ${name}`,
      `Availability ${name}`,
      result(
        '`Availability`: `InStock` `OutOfStock` `PreOrder` `BackOrder` `LimitedAvailability` `Discontinued` `Unknown`.',
      ),
      has('Availability', name),
    ),
  ),
  shop(
    'sold-out',
    'OutOfStock, a success',
    result('`OutOfStock` (a success, `Price` may be null)'),
    (site, d) => {
      isOutcome('OutOfStock')(site, d);
      has('Error', null)(site, d);
    },
  ),
  shop(
    'sold-out-no-price',
    'OutOfStock without a Price',
    result('`OutOfStock` (a success, `Price` may be null)'),
    (site, d) => {
      isOutcome('OutOfStock')(site, d);
      has('Price', null)(site, d);
    },
  ),
  shop(
    'list-price-lower',
    'ListPrice null',
    result('`ListPrice` only when higher than `Price`'),
    has('ListPrice', null),
  ),
  shop(
    'list-price-equal',
    'ListPrice null',
    result('`ListPrice` only when higher than `Price`'),
    has('ListPrice', null),
  ),
  shop(
    'sale',
    'the lower of two amounts in one line',
    result('Two unlabelled amounts in one line are a sale, and the lower is paid (`Low`)'),
    costs('60.00', 'EUR'),
  ),
  shop(
    'sale',
    'Confidence Low',
    result('Two unlabelled amounts in one line are a sale, and the lower is paid (`Low`)'),
    has('Confidence', 'Low'),
  ),
  shop(
    'ambiguous-shelf',
    'Ambiguous',
    result('two that stand apart and are equally prominent are `Ambiguous`'),
    isOutcome('Ambiguous'),
  ),
  shop(
    'ambiguous',
    'Ambiguous',
    result('two that stand apart and are equally prominent are `Ambiguous`'),
    isOutcome('Ambiguous'),
  ),
  shop('ambiguous', 'AmbiguousPrice', errorCodes, isCode('AmbiguousPrice')),
  shop(
    'ambiguous',
    'both among the Candidates',
    result('`Candidates` lists what was found; nothing is guessed'),
    ({ Candidates }) =>
      expectThat(
        ['80.00', '60.00'].every((amount) => JSON.stringify(Candidates).includes(`"${amount}"`)),
        'Candidates 80.00 and 60.00',
        Candidates,
      ),
  ),
  shop('ambiguous', 'Price null', result('nothing is guessed'), has('Price', null)),
  shop(
    'range',
    'PriceRange 50.00 to 90.00',
    result('`PriceRange` `{ Low, High }` for an aggregate offer'),
    ({ PriceRange }) => {
      const range = PriceRange as { Low: Money; High: Money } | null;
      expectEqual(
        'PriceRange',
        [range?.Low.Amount, range?.High.Amount, range?.Low.Currency],
        ['50.00', '90.00', 'EUR'],
      );
    },
  ),
  shop('no-price', 'NoPriceFound', errorCodes, isCode('NoPriceFound')),
];

const market: Check[] = [
  shop('dollars', '45.00 USD', priceWords, costs('45.00', 'USD')),
  shop('dollars as USD', '45.00 USD', priceWords, costs('45.00', 'USD')),
  shop(
    'dollars as EUR',
    'CurrencyMismatch',
    contract(
      'Requests',
      'A price found in another currency than `Currency` is an error `CurrencyMismatch`, never a wrong answer',
    ),
    isCode('CurrencyMismatch'),
  ),
  shop(
    'dollars as EUR',
    'no Price',
    contract('Requests', 'is an error `CurrencyMismatch`, never a wrong answer'),
    has('Price', null),
  ),
  shop(
    'bare dollar in AU',
    '45.00 AUD',
    contract('Requests', 'meaning of a bare "$"'),
    costs('45.00', 'AUD'),
  ),
  shop(
    'bare dollar in CA',
    '45.00 CAD',
    contract('Requests', 'meaning of a bare "$"'),
    costs('45.00', 'CAD'),
  ),
  shop(
    'bare dollar in US',
    '45.00 USD',
    contract('Requests', 'meaning of a bare "$"'),
    costs('45.00', 'USD'),
  ),
  shop('no-currency', 'Currency null', currencyWords, ({ Price }) =>
    expectThat(Price === null || Price.Currency === null, 'no Currency', Price),
  ),
  shop('no-currency-data', 'Currency null', currencyWords, costs('45.00', null)),
  shop('bare-dollar', 'no currency by default', currencyWords, ({ Price }) =>
    expectThat(Price === null || Price.Currency === null, 'no Currency', Price),
  ),
  shop('no currency, asked CHF', '45.00 CHF', currencyWords, costs('45.00', 'CHF')),
  shop(
    'two-currencies',
    "the data's, 45.00 EUR",
    result("the data's is answered, with a warning"),
    costs('45.00', 'EUR'),
  ),
  shop('two-currencies', 'a warning', result("the data's is answered, with a warning"), ({ Warnings }) =>
    expectThat(Warnings.length > 0, 'a warning', Warnings),
  ),
  shop(
    'market',
    'Accept-Language begins with the Locale',
    contract('Requests', 'the market: Accept-Language, number format, meaning of a bare "$"'),
    (_, d) => {
      for (const { headers } of echoOf('/echo/market')(d))
        expectThat(
          /^fr-CH\b/i.test(headers['accept-language'] ?? ''),
          'Accept-Language fr-CH',
          headers['accept-language'],
        );
    },
  ),
];

const wanted: Check[] = [
  ...table(conditions, (name) =>
    shop(
      `condition ${name}`,
      `Condition ${name}`,
      conditionWords('`New` `Used` `Refurbished` `OpenBox` `Damaged`'),
      has('Condition', name),
    ),
  ),
  ...['used', 'condition Refurbished', 'condition Damaged'].flatMap((name) => [
    shop(
      name,
      'Priced, not asked for',
      conditionWords('a page that sells only others is `Priced` with its `Condition`'),
      isOutcome('Priced'),
    ),
    shop(
      name,
      'the warning ConditionDiffers',
      conditionWords('the warning `ConditionDiffers`'),
      warns('ConditionDiffers'),
    ),
    shop(
      name,
      'Confidence at most Medium',
      conditionWords('`Confidence` at most `Medium`'),
      isSureAtMost('Medium', 'Low'),
    ),
  ]),
  shop(
    'condition New',
    'no warning ConditionDiffers',
    conditionWords('the warning `ConditionDiffers`'),
    ({ Warnings }) =>
      expectThat(!JSON.stringify(Warnings).includes('ConditionDiffers'), 'no warning', Warnings),
  ),
  shop('used as Used', 'Priced', conditionWords('wanted condition'), isOutcome('Priced')),
  shop(
    'used as Used',
    'no warning ConditionDiffers',
    conditionWords('the warning `ConditionDiffers`'),
    ({ Warnings }) =>
      expectThat(!JSON.stringify(Warnings).includes('ConditionDiffers'), 'no warning', Warnings),
  ),
  shop(
    'used as New',
    'ConditionMismatch',
    conditionWords('Asked for and not offered: `ConditionMismatch`.'),
    isCode('ConditionMismatch'),
  ),
  shop(
    'used as New',
    'no Price',
    conditionWords('Asked for and not offered: `ConditionMismatch`.'),
    has('Price', null),
  ),
  shop(
    'used as Refurbished',
    'ConditionMismatch',
    conditionWords('Asked for and not offered: `ConditionMismatch`.'),
    isCode('ConditionMismatch'),
  ),
  shop('plain as New', 'Priced', conditionWords('wanted condition'), isOutcome('Priced')),
  shop(
    'plain as OpenBox',
    'ConditionMismatch',
    conditionWords('Asked for and not offered: `ConditionMismatch`.'),
    isCode('ConditionMismatch'),
  ),
  shop(
    'visible-only as New',
    'Priced, for a page that states none sells new goods',
    conditionWords('A page that states none sells new goods.'),
    isOutcome('Priced'),
  ),
  shop(
    'visible-only as Used',
    'ConditionMismatch',
    conditionWords('A page that states none sells new goods.'),
    isCode('ConditionMismatch'),
  ),
  ...['variants', 'variants, asked {}', 'variants, asked unknown'].map((name) =>
    shop(name, 'all variants are listed', variantWords, ({ Variants }) =>
      expectEqual('sizes', (Variants as Json[]).map(({ Size }) => Size).sort(), ['41', '42', '43']),
    ),
  ),
  ...['variants, asked {}', 'variants, asked unknown'].map((name) =>
    shop(name, "the page's own price, as without", variantWords, costs('100.00', 'EUR')),
  ),
  ...['no variants, asked {}', 'no variants, asked unknown'].map((name) =>
    shop(name, "the page's own price", variantWords, costs('1226.00', 'EUR')),
  ),
  shop('variants', "the page's own price", variantWords, costs('100.00', 'EUR')),
  shop('variants', 'each variant has its own price', example('Variants'), ({ Variants }) =>
    expectEqual('prices', (Variants as { Price: Money | null }[]).map(({ Price }) => Price?.Amount).sort(), [
      '100.00',
      '120.00',
      '140.00',
    ]),
  ),
  shop('variants', 'the one sold out says so', example('Variants'), ({ Variants }) =>
    expectEqual(
      'Availability',
      (Variants as Json[]).find(({ Size }) => Size === '43')?.Availability,
      'OutOfStock',
    ),
  ),
  shop(
    'variants, asked 42',
    'its price',
    contract('Requests', "which variant's price is wanted"),
    costs('120.00', 'EUR'),
  ),
  shop(
    'variants, asked 43',
    'OutOfStock',
    contract('Requests', "which variant's price is wanted"),
    isOutcome('OutOfStock'),
  ),
  shop('variants, asked 99', 'VariantNotFound', errorCodes, isCode('VariantNotFound')),
  shop('variants, asked 99', 'no Price', errorCodes, has('Price', null)),
  shop('variants, asked unknown', 'Width is named in Warnings', named, warns('Width')),
];

const selectors: Check[] = [
  ...table(['css', 'css attribute', 'xpath', 'regex', 'jsonpath', 'second selector'], (name) =>
    shop(name, 'the price that the selector finds', selectorWords, ({ Outcome, Price, Error: error }) =>
      expectEqual('Amount', Price?.Amount ?? `${Outcome} ${JSON.stringify(error)}`, '31.40'),
    ),
  ),
  ...table(['css', 'xpath', 'regex', 'jsonpath'], (name) =>
    shop(
      name,
      'evidence from the selector',
      result('`Evidence.Source`: `Selector` `JsonLd`'),
      isFrom('Selector'),
    ),
  ),
  shop('no selector matches', 'the automatic ways follow', selectorWords, costs('1226.00', 'EUR')),
  shop(
    'found by search',
    'the price of the product that carries the SKU',
    contract('Requests', 'the service finds the product that carries the SKU among the hits and follows it'),
    costs('1226.00', 'EUR'),
  ),
  shop(
    'found by search',
    'FinalUrl is the product page',
    contract('Requests', 'the service finds the product that carries the SKU among the hits and follows it'),
    ({ FinalUrl }, { shops }) => expectEqual('FinalUrl', FinalUrl, shops?.url('plain')),
  ),
  shop('not found by search', 'NotFound with SkuNotFound', notFound, (site, d) => {
    isOutcome('NotFound')(site, d);
    isCode('SkuNotFound')(site, d);
  }),
  shop('own sku', 'the path and query that the shop sees', percentEncoded, (_, d) => {
    const encoded = encodeURIComponent("a/b c?&#ü%'");
    const seen = echoOf('/echo/a')(d)[0]?.path.replaceAll("'", '%27');
    expectEqual('path', seen, `/echo/${encoded}?q=${encoded}`.replaceAll("'", '%27'));
  }),
  shop(
    'own sku',
    "RequestedSku is the site's own",
    contract('Requests', "this site's own SKU, instead of `Data.Sku`"),
    has('RequestedSku', "a/b c?&#ü%'"),
  ),
  ...['currency', 'Extra'].map((name) =>
    shop('unknown members', `${name} is named in Warnings`, named, warns(name)),
  ),
  shop('unknown members', 'they change nothing', named, costs('1226.00', 'EUR')),
  ...['Egress', 'Snapshot'].map((name) =>
    shop(
      'reserved members',
      `${name} is named in Warnings`,
      contract('Changes', 'until they are built, the members are accepted and named in `Warnings`'),
      warns(name),
    ),
  ),
];

const failures: Check[] = [
  ...['challenge', 'challenge-with-price', 'login', 'consent', 'soft-404'].map((name) =>
    shop(name, 'never Priced', wall, isOutcome('Blocked', 'NotFound')),
  ),
  shop('challenge', 'Blocked', blocked, isOutcome('Blocked')),
  shop('challenge', 'BotChallenge', errorCodes, isCode('BotChallenge')),
  shop('challenge-with-price', 'Blocked', blocked, isOutcome('Blocked')),
  shop('login', 'Blocked', blocked, isOutcome('Blocked')),
  shop('login', 'LoginRequired', errorCodes, isCode('LoginRequired')),
  shop('consent', 'Blocked', blocked, isOutcome('Blocked')),
  shop('consent', 'ConsentWall', errorCodes, isCode('ConsentWall')),
  shop('forbidden', 'Blocked', blocked, isOutcome('Blocked')),
  shop('forbidden', 'AccessDenied', errorCodes, isCode('AccessDenied')),
  shop('forbidden', 'HttpStatus 403', example('HttpStatus'), has('HttpStatus', 403)),
  shop('too-many', 'RateLimitedBySite', errorCodes, isCode('RateLimitedBySite')),
  shop(
    'too-many',
    'worth another try',
    result('`Error`: `{ "Code", "Message", "Retryable" }`'),
    retries(true),
  ),
  ...['soft-404', 'not-found', 'gone'].map((name) => shop(name, 'NotFound', notFound, isOutcome('NotFound'))),
  ...['not-found', 'gone'].map((name) => shop(name, 'the code NotFound', errorCodes, isCode('NotFound'))),
  shop('not-found', 'HttpStatus 404', example('HttpStatus'), has('HttpStatus', 404)),
  shop(
    'broken',
    'Failed',
    result('`Blocked` (captcha, denial, consent or login wall), `Failed`.'),
    isOutcome('Failed'),
  ),
  shop('broken', 'HttpError', errorCodes, isCode('HttpError')),
  shop('broken', 'HttpStatus 500', example('HttpStatus'), has('HttpStatus', 500)),
  shop('broken', 'worth another try', result('`Error`: `{ "Code", "Message", "Retryable" }`'), retries(true)),
  ...['pdf', 'image'].map((name) =>
    shop(name, 'UnsupportedContent', errorCodes, isCode('UnsupportedContent')),
  ),
  shop('loop', 'TooManyRedirects', errorCodes, isCode('TooManyRedirects')),
  ...['metadata', 'inward'].map((name) =>
    shop(name, 'ForbiddenTarget behind the redirect', errorCodes, isCode('ForbiddenTarget')),
  ),
  shop('to-file', 'no way out of http and https', errorCodes, isCode('ForbiddenTarget', 'InvalidUrl')),
  shop(
    'hangs',
    'Failed with Timeout',
    contract('Time', 'a site that does not answer in time gets the outcome `Failed` with `Timeout`'),
    (site, d) => {
      isOutcome('Failed')(site, d);
      isCode('Timeout')(site, d);
    },
  ),
  shop('hangs', 'worth another try', result('`Error`: `{ "Code", "Message", "Retryable" }`'), retries(true)),
  shop('endless', 'TooLarge', errorCodes, isCode('TooLarge')),
  shop('reset', 'ConnectionFailed', errorCodes, isCode('ConnectionFailed')),
  ...table(forbidden, (url) => nowhere(url, 'ForbiddenTarget', errorCodes, isCode('ForbiddenTarget'))),
  nowhere(
    'http://10.0.0.1/',
    'not worth another try',
    result('`Error`: `{ "Code", "Message", "Retryable" }`'),
    retries(false),
  ),
  nowhere('http://10.0.0.1/', 'HttpStatus null', unknownIsNull, has('HttpStatus', null)),
  nowhere('unknown name', 'DnsFailure', errorCodes, isCode('DnsFailure')),
  nowhere(
    'unknown name',
    'Failed',
    result('`Blocked` (captcha, denial, consent or login wall), `Failed`.'),
    isOutcome('Failed'),
  ),
  nowhere('unknown name, in the browser', 'DnsFailure', errorCodes, isCode('DnsFailure')),
  nowhere('nobody listens', 'ConnectionFailed', errorCodes, (site, d) => {
    need(d.closedTarget, 'a target where nobody listens (local only)');
    isCode('ConnectionFailed')(site, d);
  }),
  nowhere('no TLS', 'TlsError', errorCodes, (site, d) => {
    need(d.shops, 'shops that the deployment reaches (--shops-origin)');
    isCode('TlsError')(site, d);
  }),
];

const renderWords = contract(
  'Requests',
  'plain HTTP first, headless Chromium when that gives no trustworthy price',
);
const browsers: Check[] = [
  browser(
    'late, awaited',
    '77.50 EUR',
    contract('Requests', 'awaited in the browser'),
    costs('77.50', 'EUR'),
  ),
  browser('late, awaited', 'RenderMode Browser', renderWords, has('RenderMode', 'Browser')),
  browser('late, Auto', '77.50 EUR', renderWords, costs('77.50', 'EUR')),
  browser('late, Auto', 'RenderMode Browser', renderWords, has('RenderMode', 'Browser')),
  browser('late, Http', 'no Price', renderWords, has('Price', null)),
  browser('plain', '1226.00 EUR', priceWords, costs('1226.00', 'EUR')),
  browser('plain', 'RenderMode Browser', renderWords, has('RenderMode', 'Browser')),
  browser('plain, Auto', 'RenderMode Http', renderWords, has('RenderMode', 'Http')),
  browser('inward', 'ForbiddenTarget behind the redirect', errorCodes, isCode('ForbiddenTarget')),
];

export const resultGroups: Group[] = [
  { name: 'CONTRACT.md, Result: Data and Summary', checks: whole },
  { name: 'CONTRACT.md, Result: form of each member', checks: forms },
  { name: 'CONTRACT.md, Result: prices and their evidence', checks: plain },
  { name: 'CONTRACT.md, Requests: markets', checks: market },
  { name: 'CONTRACT.md, Requests: conditions and variants', checks: wanted },
  { name: 'CONTRACT.md, Requests: selectors, search, unknown members', checks: selectors },
  { name: 'CONTRACT.md, Result: outcomes and error codes', checks: failures },
  { name: 'CONTRACT.md, Requests: the browser', checks: browsers },
];
