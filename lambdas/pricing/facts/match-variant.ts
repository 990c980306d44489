import type { VariantWish } from '../../domain/site/selling-site.ts';
import type { OfferClaim } from '../sources/claims.ts';
import { isNumbered } from '../sources/identifiers.ts';
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
