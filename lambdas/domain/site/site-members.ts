/** Conditions of an item. */
export const conditions = ['New', 'Used', 'Refurbished', 'OpenBox', 'Damaged'] as const;

/** Its control in the console's form. */
export interface FormField {
  label: string;
  hint?: string;
  placeholder?: string;
  /** Values to choose from; the first means "not set". */
  choices?: readonly (readonly [value: string, label: string])[];
}

/** A member of a selling site. One with neither `maxLength` alone nor `range` has a rule in `selling-site.ts`. */
export interface SiteMember {
  /** For the API's documentation: Markdown. */
  description: string;
  /** Maximum length of a text. */
  maxLength?: number;
  /** Smallest and largest value of a whole number. */
  range?: readonly [min: number, max: number];
  /** Sent to the renderer, which loads pages and judges if they are complete; others never leave the scraper. */
  isRendered: boolean;
  /** A column of `--skus` files. */
  isColumn: boolean;
  /** Absent: nested members, which have fields of their own, and addresses. */
  field?: FormField;
  /** A text that the result repeats, in watches and exports as well. */
  isEchoed?: true;
}

/**
 * All members of a selling site. Add one here: the rules of calls, messages, the renderer's protocol, OpenAPI and client
 * types, results, watches, columns of CSV and `--skus` files and the console's form are derived from this list.
 */
export const siteMembers = {
  Name: {
    maxLength: 200,
    description:
      'Label, echoed in the result. Without `Url` and `SearchUrl` it names an entry of the deployment’s selling-site registry.',
    isRendered: false,
    isColumn: false,
  },
  Url: {
    maxLength: 2_048,
    description:
      'Absolute http or https URL of the product page. `{sku}` is replaced by the percent-encoded SKU.',
    isRendered: false,
    isColumn: true,
  },
  SearchUrl: {
    maxLength: 2_048,
    description:
      'The site’s search page, with `{sku}`; the service follows the hit that carries the SKU. Not together with `Url`.',
    isRendered: false,
    isColumn: true,
  },
  Sku: {
    maxLength: 128,
    description: 'This site’s own SKU, instead of `Data.Sku`.',
    isRendered: true,
    isColumn: false,
    field: { label: 'SKU at this site', hint: 'if it differs from the one above' },
  },
  Country: {
    maxLength: 2,
    description: 'ISO 3166-1 alpha-2 code, such as `DE`.',
    isRendered: true,
    isColumn: true,
    field: { label: 'Country', placeholder: 'DE' },
  },
  Locale: {
    maxLength: 100,
    description: 'BCP 47 tag, such as `de-DE`: sets Accept-Language and how numbers are read.',
    isRendered: true,
    isColumn: true,
    field: { label: 'Language', placeholder: 'de-DE' },
  },
  Currency: {
    maxLength: 3,
    description: 'ISO 4217 code that the price must have. Any other is the error `CurrencyMismatch`.',
    isRendered: true,
    isColumn: true,
    field: { label: 'Currency', hint: 'others are rejected', placeholder: 'EUR' },
  },
  Condition: {
    description: 'Wanted condition; `New` if absent.',
    isRendered: true,
    isColumn: true,
    field: {
      label: 'Condition',
      choices: [
        ['', 'Any'],
        ['New', 'New'],
        ['Used', 'Used'],
        ['Refurbished', 'Refurbished'],
        ['OpenBox', 'Open box'],
        ['Damaged', 'Damaged'],
      ],
    },
  },
  Seller: {
    maxLength: 200,
    description:
      'Name of the seller whose offer is wanted. If no seller on the page has that name, the error is `SellerMismatch`.',
    isRendered: false,
    isColumn: true,
    field: { label: 'Seller', hint: 'others are rejected' },
  },
  Variant: {
    description: 'The variant whose price is wanted. Absent: the page’s own price, with all variants listed.',
    isRendered: true,
    isColumn: false,
  },
  Expect: {
    description:
      'Known facts about the product, in addition to `Data.Expect`. A page of another product is `NotFound` with `ProductMismatch`, and has no price.',
    isRendered: false,
    isColumn: false,
  },
  RenderMode: {
    description:
      '`Auto` (default): plain HTTP first, headless Chromium if that gives no trustworthy price. `Http` and `Browser` use one of the two only.',
    isRendered: false,
    isColumn: false,
    field: {
      label: 'How to read the page',
      choices: [
        ['', 'Automatic'],
        ['Http', 'Plain HTTP'],
        ['Browser', 'Browser'],
      ],
    },
  },
  Selectors: {
    description: 'Tried in order before automatic detection.',
    isRendered: true,
    isColumn: false,
  },
  WaitFor: {
    maxLength: 1_000,
    description: 'CSS selector that the browser waits for.',
    isRendered: true,
    isColumn: false,
    field: { label: 'Element to wait for', hint: 'CSS, in the browser' },
  },
  MaxOfferPages: {
    range: [0, 5],
    description:
      'Number of further offer pages to follow from the product page, within the site’s time; absent: none.',
    isRendered: false,
    isColumn: true,
    field: { label: 'Pages of further offers', hint: '0 to 5' },
  },
  TimeoutSeconds: {
    range: [1, 120],
    description: 'Time limit for this site.',
    isRendered: false,
    isColumn: false,
    field: { label: 'Timeout in seconds', hint: '1 to 120' },
  },
  Reference: {
    maxLength: 500,
    description: 'The caller’s own tag, echoed in the result.',
    isRendered: false,
    isColumn: true,
    field: { label: 'Your reference', hint: 'returned with the result' },
    isEchoed: true,
  },
} as const satisfies Record<string, SiteMember>;

type Members = typeof siteMembers;
export type SiteMemberName = keyof Members;

/** Names of the members for which a flag is set. */
export type NamesWith<Flag extends keyof SiteMember> = {
  [Name in SiteMemberName]: Members[Name] extends Record<Flag, true> ? Name : never;
}[SiteMemberName];

/** All members, for code that treats them alike. */
export const memberOf = (name: SiteMemberName): SiteMember => siteMembers[name];

export const memberNames = Object.keys(siteMembers) as SiteMemberName[];

const namesWith = <Flag extends 'isRendered' | 'isColumn' | 'isEchoed'>(flag: Flag): NamesWith<Flag>[] =>
  memberNames.filter((name) => memberOf(name)[flag] === true) as NamesWith<Flag>[];

export const renderedNames = namesWith('isRendered');
export const columnNames = namesWith('isColumn');

export type EchoedName = NamesWith<'isEchoed'>;
export const echoedNames = namesWith('isEchoed');

/** An object with a value for each echoed member, such as its schema. */
export const mapEchoed = <Value>(make: (name: EchoedName) => Value) =>
  Object.fromEntries(echoedNames.map((name) => [name, make(name)])) as Record<EchoedName, Value>;

/** The echoed members of a site or result; null if not given. */
export const echoOf = (site: { [name in EchoedName]?: string | null | undefined }) =>
  mapEchoed((name) => site[name] ?? null);
