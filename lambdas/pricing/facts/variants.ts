import type { ChildNode, Element } from 'domhandler';
import type { VariantWish } from '../../domain/site/selling-site.ts';
import { shortTextOf } from '../page/element-text.ts';
import { cssPath, type Page } from '../page/page.ts';
import { parentOf } from '../page/walk.ts';
import type { OfferClaim, ProductClaim } from '../sources/claims.ts';
import { isNumbered } from '../sources/identifiers.ts';
import { findPrices, type PriceHints } from '../text/parse-price-text.ts';
import { withDecimalSizes } from '../text/regional-sizes.ts';
import { choiceName } from '../words/tokens.ts';

/** Splits a size from its region: `42`, `EU 42` and `42 EU` are one size once the region is known. */
const sizeParts = (text: string): { size: string; region: string | undefined } => {
  const match =
    /^(?:(eu|eur|uk|us|usa|fr|it|jp|de|cm)[\s:-]*)?(.+?)(?:[\s-]*\(?(eu|eur|uk|us|usa|fr|it|jp|de|cm)\)?)?$/i.exec(
      text.trim(),
    );
  const region = (match?.[1] ?? match?.[3])?.toUpperCase().replace('EUR', 'EU').replace('USA', 'US');
  return {
    size: withDecimalSizes(choiceName(match?.[2] ?? text))
      .replace(',', '.')
      .replace(/^0+(?=\d)/, ''),
    region,
  };
};

const isOfSize = (variant: OfferClaim, { Size = '', SizeRegion }: VariantWish): boolean => {
  const [own, requested] = [sizeParts(variant.size ?? ''), sizeParts(Size)];
  const ownRegion = variant.sizeRegion?.toUpperCase() ?? own.region;
  const requestedRegion = SizeRegion?.toUpperCase() ?? requested.region;
  const isOtherRegion =
    ownRegion !== undefined && requestedRegion !== undefined && ownRegion !== requestedRegion;
  const isOwn = variant.size !== undefined && own.size === requested.size && !isOtherRegion;
  return isOwn || (requestedRegion !== undefined && isAmong(variant, requested.size, requestedRegion));
};

/** True if a variant has the size in another of its systems; "US" includes systems that differ by wearer. */
const isAmong = ({ sizes = [] }: OfferClaim, size: string, requestedRegion: string): boolean =>
  sizes.some(
    ({ region, size: text }) =>
      (region === requestedRegion || region?.startsWith(`${requestedRegion} `)) &&
      sizeParts(text).size === size,
  );

const fits = (variant: OfferClaim, wish: VariantWish): boolean =>
  (wish.Id === undefined || isNumbered(variant, wish.Id)) &&
  (wish.Size === undefined || isOfSize(variant, wish)) &&
  (wish.Color === undefined ||
    (variant.color !== undefined && choiceName(variant.color) === choiceName(wish.Color)));

/** Finds the requested variant, preferring one with a price. */
export const matchVariant = (variants: readonly OfferClaim[], wish: VariantWish): OfferClaim | undefined => {
  const fitting = variants.filter((variant) => fits(variant, wish));
  return fitting.find((variant) => variant.price !== undefined) ?? fitting[0];
};

/** An option in a form of the page. */
interface Option {
  element: Element;
  /** Its text without a price, its value, and the parts of "Blue / 3XL". */
  names: readonly string[];
  price: OfferClaim['price'];
  /** "(+5.00 €)": a surcharge, which only the shop's script adds to the price. */
  isSurcharge: boolean;
  disabled: boolean;
}

const maxControls = 200;
const maxOptions = 300;
const maxText = 120;
/** Choices unrelated to the product. */
const otherChoice =
  /qty|quantity|menge|anzahl|amount|sort|country|lang|currency|rating|review|shipping|payment|delivery|locale/i;
const priceAttributes = ['data-price', 'data-price-amount', 'data-variant-price'];

const readOption = (element: Element, text: string, hints: PriceHints): Option => {
  const { attribs } = element;
  const path = cssPath(element);
  const given = priceAttributes.map((name) => attribs[name]).find((each) => each !== undefined);
  const [shown] = findPrices(given ?? text, hints, given === undefined);
  const from = given === undefined && shown ? shown.start : text.length;
  const label = text.slice(0, from).replace(/[\s([+–—:|-]+$/, '');
  const parts = label.split(/\s+[/|,–-]\s+|\s*\/\s*/);
  return {
    element,
    names: [label, attribs.value ?? '', ...parts].map(choiceName).filter((name) => name !== ''),
    price: shown && { amount: shown.amount, currency: shown.currency, raw: shown.raw, path },
    isSurcharge: shown !== undefined && /(?:\+|\(\s*[−–-])\s*\p{Sc}?\s*$/u.test(text.slice(0, from)),
    disabled: attribs.disabled !== undefined,
  };
};

const isOption = (node: ChildNode): node is Element => node.type === 'tag' && node.name === 'option';

/** The label of a radio button. */
const labelOf = (radio: Element): string => {
  const parent = parentOf(radio);
  return parent?.name === 'label' ? shortTextOf(parent, maxText).trim() : '';
};

/** The options of the page's forms: per `select`, and per name of radio buttons. */
const readControls = (page: Page, hints: PriceHints): Option[][] => {
  const controls = page.choices
    .slice(0, maxControls)
    .filter(({ attribs }) => !otherChoice.test(`${attribs.name ?? ''} ${attribs.id ?? ''}`));
  const [selects, radios] = [controls.filter(isSelect), controls.filter((control) => !isSelect(control))];
  const groups = [
    ...selects.map(({ children }) => children.filter(isOption)),
    ...Map.groupBy(radios, ({ attribs }) => attribs.name ?? '').values(),
  ];
  let left = maxOptions;
  return groups.map((group) => {
    const read = group.slice(0, left);
    left -= read.length;
    return read.map((each) => {
      const text = each.name === 'option' ? shortTextOf(each, maxText).trim() : labelOf(each);
      return readOption(each, text, hints);
    });
  });
};

const isSelect = ({ name }: Element): boolean => name === 'select';

/**
 * Finds the requested variant among the page's form options, if no data list variants. Without option prices,
 * each costs the page's price; surcharges are not evaluated, nor are options without a price among priced
 * ones.
 *
 * @returns the product with the options of the deciding choice; `undefined` if a requirement matches none.
 */
export const findShownVariant = (
  page: Page,
  wish: VariantWish,
  hints: PriceHints,
): ProductClaim | undefined => {
  const controls = readControls(page, hints);
  const requested = [wish.Size, wish.Color, wish.Id].filter((each) => each !== undefined).map(choiceName);
  const found = requested.map((value) => {
    for (const options of controls) {
      const option = options.find(({ names }) => names.includes(value));
      if (option) return { options, option };
    }
    return undefined;
  });
  if (found.length === 0 || found.some((each) => each === undefined)) return undefined;
  const deciding = found.find((each) => each?.option.price) ?? found[0]!;
  if (deciding.options.some(({ isSurcharge }) => isSurcharge)) return undefined;
  // Beside priced options, only the shop's script knows the price of one without.
  if (deciding.option.price === undefined && deciding.options.some(({ price }) => price !== undefined))
    return undefined;
  // One option with everything requested, or one per choice.
  const isDisabled = found.some((each) => each?.option.disabled);
  const variants = deciding.options.map((option): OfferClaim => {
    const path = cssPath(option.element);
    const isRequested = option === deciding.option;
    return {
      path,
      price: option.price,
      name: option.names[0],
      ...(isRequested && { id: wish.Id, size: wish.Size, sizeRegion: wish.SizeRegion, color: wish.Color }),
      ...(isRequested &&
        isDisabled && { availability: { value: 'OutOfStock' as const, raw: 'disabled', path } }),
    };
  });
  return {
    source: 'Visible',
    path: cssPath(deciding.option.element),
    identifiers: [],
    offers: [],
    variants,
    isRelated: false,
    certainty: 'stated',
  };
};
