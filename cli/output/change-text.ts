import type { Availability, Price } from '../../lambdas/domain/result/site-result.ts';
import { lowestDays } from '../../lambdas/domain/watch/past-prices.ts';
import type { WatchPlace } from '../../lambdas/domain/watch/price-changes.ts';
import type { WatchedChange } from '../../lambdas/domain/watch/watched-changes.ts';
import { printable } from '../../terminal/text.ts';

const stockTexts: Readonly<Record<Availability, string>> = {
  InStock: 'in stock',
  LimitedAvailability: 'few left',
  PreOrder: 'to pre-order',
  BackOrder: 'to back-order',
  OutOfStock: 'sold out',
  Discontinued: 'discontinued',
  Unknown: '',
};

const stockText = (availability = 'Unknown'): string =>
  Object.hasOwn(stockTexts, availability)
    ? stockTexts[availability as Availability]
    : printable(availability);

/** `1349.00` as `1,349.00`. */
const groupedAmount = (amount: string): string => {
  const [whole = '', ...fraction] = amount.split('.');
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
};

const priceText = ({ Amount, Currency }: Price): string =>
  [groupedAmount(Amount), ...(Currency === null ? [] : [Currency])].join(' ');

const placeText = ({ Variant, Seller }: WatchPlace): string => {
  if (Seller) return [`sold by ${Seller.Name}`, Seller.Condition].filter(Boolean).join(', ');
  if (!Variant) return '';
  const { Size, SizeRegion, Color, Id } = Variant;
  const size = [SizeRegion, Size].filter(Boolean).join(' ');
  return [size, Color].filter(Boolean).join(', ') || Id || 'a variant';
};

/** Names listed; others are only counted. */
const maxPlaces = 3;

/** The variants or sellers that changed; empty for the page itself. */
const placesText = (places: readonly WatchPlace[]): string => {
  const names = places.map(placeText);
  if (names.includes('')) return '';
  const more = names.length - maxPlaces;
  return [...names.slice(0, maxPlaces), ...(more > 0 ? [`${more} more`] : [])].join('; ');
};

/** `lowest in 30 days`; empty if it is not the lowest. */
const lowestText = (days: number | null | undefined): string => {
  if (days == null) return '';
  if (days < 1) return 'lowest so far';
  return days === 1 ? 'lowest in a day' : `lowest in ${Math.min(days, lowestDays)} days`;
};

/** Describes a change: `1,349.00 to 1,099.00 EUR, lowest in 30 days, in stock`. May contain text from pages. */
export const changeText = (change: WatchedChange): string => {
  const stock = stockText(change.Availability);
  const listed = (...texts: string[]): string => texts.filter(Boolean).join(', ');
  switch (change.Kind) {
    case 'Price': {
      const { From, To } = change;
      const from = From.Currency === null ? priceText(From) : groupedAmount(From.Amount);
      const ofPage = placesText(change.Of) === '' ? stock : '';
      return listed(`${from} to ${priceText(To)}`, lowestText(change.LowestInDays), ofPage);
    }
    case 'Currency':
      return `${priceText(change.From)}, now ${priceText(change.To)} in another currency`;
    case 'BelowTarget':
      return listed(
        `${priceText(change.Price)} is below the target ${priceText(change.Target)}`,
        lowestText(change.LowestInDays),
        stock,
      );
    case 'BackInStock':
      return `back in stock (was ${stockText(change.From)})`;
    case 'Availability':
      return `${stockText(change.From)} to ${stockText(change.To)}`;
  }
};

/** A site, and the variants or sellers that changed. */
export const siteText = (site: string, { Of }: Pick<WatchedChange, 'Of'>): string => {
  const places = placesText(Of);
  return places === '' ? site : `${site} (${places})`;
};
