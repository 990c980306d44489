import type { Extraction, Money, SiteResult } from '../../lambdas/domain/result/site-result.ts';
import type {
  ExplainedCandidate,
  ExplainedFeature,
  ExplainedOffer,
  ExplainedPlace,
  Explanation,
} from '../../lambdas/pricing/explain-offer.ts';
import { colors } from '../../terminal/streams.ts';
import { printable } from '../../terminal/text.ts';

const maxShownVariants = 20;

const moneyText = ({ Amount, Currency }: Money): string =>
  printable(`${Amount} ${Currency ?? '(currency unknown)'}`);

/** A heading and its lines; empty if there are none. */
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', colors.dim(title), ...lines.map((line) => `  ${line}`)];

/** An extraction, or a site's result with its address. */
type Described = Extraction & Partial<Pick<SiteResult, 'FinalUrl' | 'RenderMode' | 'DurationMs'>>;

const factsOf = (read: Described): [label: string, value: string | null | undefined][] => {
  const { Price, ListPrice, PriceRange, Shipping, UnitPrice, LowestRecentPrice } = read;
  return [
    ['Outcome', read.Outcome],
    ['Page', read.FinalUrl],
    ['Read by', read.RenderMode && `${read.RenderMode}, ${read.DurationMs} ms`],
    ['Title', read.Title ?? '-'],
    ['Price', Price ? moneyText(Price) : '-'],
    ['List price', ListPrice && moneyText(ListPrice)],
    ['Range', PriceRange && `${moneyText(PriceRange.Low)} to ${moneyText(PriceRange.High)}`],
    ['Shipping', Shipping && moneyText(Shipping)],
    ['Unit price', UnitPrice && `${moneyText(UnitPrice)} per ${UnitPrice.Per.Raw}`],
    ['Of 30 days', LowestRecentPrice && moneyText(LowestRecentPrice)],
    ['Valid until', read.ValidUntil],
    ['Availability', read.Availability],
    ['Confidence', read.Confidence ?? '-'],
    ['Condition', read.Condition],
    ['Seller', read.Seller?.Name],
    ['Brand', read.Brand],
    ['SKU', read.Sku],
    ['GTIN', read.Gtin],
    ['MPN', read.Mpn],
  ];
};

const factLine = (label: string, value: string): string => {
  const shown = printable(value, 500);
  return `${colors.dim(label.padEnd(13))} ${label === 'Price' ? colors.bold(shown) : shown}`;
};

const agreement = (agrees: readonly string[]): string =>
  agrees.length === 0
    ? ''
    : colors.green(` (${agrees.join(', ')} ${agrees.length > 1 ? 'agree' : 'agrees'})`);

const evidenceLine = ({ Field, Source, Path, Raw, Agrees }: Extraction['Evidence'][number]): string =>
  `${Field.padEnd(13)} ${Source.padEnd(13)} ${JSON.stringify(printable(Raw, 60))} at ${printable(Path)}${agreement(Agrees)}`;

const joined = (separator: string, ...texts: unknown[]): string => texts.filter(Boolean).join(separator);

const variantLine = (variant: Extraction['Variants'][number]): string => {
  const { Id, SizeRegion, Size, Sizes = [], Color, Price, HighestBid, LastSale, OfferCount } = variant;
  const more = joined(
    ', ',
    Sizes.map((each) => joined(' ', each.Region, each.Size)).join(' / '),
    HighestBid && `bid ${moneyText(HighestBid)}`,
    LastSale && `last sale ${moneyText(LastSale)}`,
    OfferCount !== undefined && `${OfferCount} offers`,
  );
  const name = printable(joined(' ', Id, SizeRegion, Size, Color)).padEnd(30);
  const facts = `${name} ${Price ? moneyText(Price) : '-'} ${variant.Availability}`;
  return more === '' ? facts : `${facts} (${printable(more)})`;
};

const offerLine = (offer: Extraction['Offers'][number]): string => {
  const { Seller, Price, Shipping, Total, Condition, Availability, IsFeatured } = offer;
  const shipping = Shipping && `+ ${Shipping.Amount} = ${Total?.Amount ?? '?'}`;
  const more = joined(' ', shipping, Condition, Availability, IsFeatured && 'featured');
  return `${printable(Seller?.Name ?? '-').padEnd(30)} ${moneyText(Price)} ${more}`;
};

/** Describes an extraction for a person; text from the page is made printable. */
export const describeExtraction = (extraction: Described): string => {
  const { Error: error, Evidence, Candidates, Offers, Variants, Warnings } = extraction;
  return [
    ...factsOf(extraction).flatMap(([label, value]) => (value ? [factLine(label, value)] : [])),
    ...(error ? [`${colors.red(error.Code)}: ${printable(error.Message)}`] : []),
    ...section('Evidence', Evidence.map(evidenceLine)),
    ...section(
      'Candidates',
      Candidates.map(
        ({ Price, Source, Path }) => `${moneyText(Price).padEnd(13)} ${Source} at ${printable(Path)}`,
      ),
    ),
    ...section(`Offers (${Offers.length})`, Offers.slice(0, maxShownVariants).map(offerLine)),
    ...section(`Variants (${Variants.length})`, Variants.slice(0, maxShownVariants).map(variantLine)),
    ...Warnings.map((warning) => colors.yellow(printable(warning))),
  ].join('\n');
};

/** Smaller contributions of a feature are not shown. */
const leastShown = 0.1;

const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(1)}`;
const percent = (probability: number): string => `${(100 * probability).toFixed(1)} %`;

const describeFeatures = (features: readonly ExplainedFeature[]): string =>
  features
    .filter(({ adds }) => Math.abs(adds) >= leastShown)
    .map(({ name, adds }) => `${name} ${signed(adds)}`)
    .join(', ');

const ownerKinds: Readonly<Record<NonNullable<ExplainedPlace['owner']>['kind'], string>> = {
  title: "in the title's area",
  named: 'in a box of the product',
  extended: 'in a box of',
  part: 'in a box of',
  unlike: 'in a box of',
  none: 'in no named box',
};

const describeOwner = (owner: ExplainedPlace['owner']): string[] => {
  if (!owner) return [];
  const { kind, name } = owner;
  return [
    name === null || kind === 'title' ? ownerKinds[kind] : `${ownerKinds[kind]}: ${printable(name, 40)}`,
  ];
};

/** Points that a place's feature adds, if they are not negligible. */
const describePoints = (features: readonly ExplainedFeature[]): string =>
  features
    .filter(({ adds }) => Math.abs(adds) >= 1)
    .map(({ name, adds }) => `${name} ${adds < 0 ? '-' : '+'}${Math.abs(adds).toFixed(0)}`)
    .join(', ');

const describePlace = ({ source, path, currency, text, prominence, ...more }: ExplainedPlace): string => {
  const notes = [...describeOwner(more.owner), ...more.notes];
  return [
    `      ${source.padEnd(14)}${printable(currency ?? '?').padEnd(4)}`,
    (prominence === null ? '' : String(prominence)).padStart(5),
    `  ${printable(path, 80)}`,
    text === null ? '' : `  "${printable(text, 60)}"`,
    notes.length > 0 ? colors.dim(` (${notes.join(', ')})`) : '',
    more.features.length > 0 ? `\n        ${colors.dim(describePoints(more.features))}` : '',
  ].join('');
};

const describeCandidate = ({ amount, probability, places, features }: ExplainedCandidate): string =>
  [
    `  ${colors.bold(printable(amount))}  ${percent(probability)}`,
    ...places.map(describePlace),
    `      ${colors.dim(describeFeatures(features))}`,
  ].join('\n');

const describeOffer = ({ seller, amount, currency, source, path, notes }: ExplainedOffer): string =>
  [
    `  ${printable(`${amount} ${currency ?? '?'}`).padEnd(16)}`,
    source.padEnd(14),
    `  ${printable(seller ?? 'no seller named', 40)}  ${printable(path, 80)}`,
    notes.length > 0 ? colors.dim(` (${printable(notes.join(', '), 200)})`) : '',
  ].join('');

/** Explains an extraction's result. */
export const describeExplanation = (explanation: Explanation): string => {
  const { wall, page, rule, confidence, thresholds, candidates, offers } = explanation;
  const title = (text: string): string => colors.dim(text);
  return [
    `${title('Rule')}  ${colors.bold(rule)}${confidence ? `, ${confidence}` : ''}${wall ? `: ${wall}` : ''}`,
    ...(candidates.length > 0
      ? [
          title(
            `Candidates  with their probability: High from ${percent(thresholds.High)}, Medium from ${percent(thresholds.Medium)}, Low from ${percent(thresholds.Low)}`,
          ),
          title(
            '  Below each: source, currency, prominence, place, text and owner, and the points of its prominence; then what its features add to the score',
          ),
          ...candidates.map(describeCandidate),
        ]
      : []),
    ...(page.length > 0
      ? [
          title('Page  what its features add to the score of being a page of one product'),
          `  ${describeFeatures(page)}`,
        ]
      : []),
    ...(offers.length > 0
      ? [title('Offers  price, source, seller and place'), ...offers.map(describeOffer)]
      : []),
  ].join('\n');
};
