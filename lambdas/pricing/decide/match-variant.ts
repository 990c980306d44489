import type { VariantWish } from '../../domain/selling-site.ts';
import type { OfferClaim } from '../claims.ts';
import { isNumbered } from '../identifiers.ts';
import { choiceName } from '../word-share.ts';

/** `42`, `EU 42` and `42 EU` are one size once the region is known. */
const sizeParts = (text: string): { size: string; region: string | undefined } => {
  const match =
    /^(?:(eu|eur|uk|us|usa|fr|it|jp|de|cm)[\s:-]*)?(.+?)(?:[\s-]*\(?(eu|eur|uk|us|usa|fr|it|jp|de|cm)\)?)?$/i.exec(
      text.trim(),
    );
  const region = (match?.[1] ?? match?.[3])?.toUpperCase().replace('EUR', 'EU').replace('USA', 'US');
  return {
    size: choiceName(match?.[2] ?? text)
      .replace(',', '.')
      .replace(/^0+(?=\d)/, ''),
    region,
  };
};

const fits = (variant: OfferClaim, wish: VariantWish): boolean => {
  if (wish.Id !== undefined && !isNumbered(variant, wish.Id)) return false;
  if (wish.Size !== undefined) {
    if (variant.size === undefined) return false;
    const [own, wanted] = [sizeParts(variant.size), sizeParts(wish.Size)];
    if (own.size !== wanted.size) return false;
    const ownRegion = variant.sizeRegion?.toUpperCase() ?? own.region;
    const wantedRegion = wish.SizeRegion?.toUpperCase() ?? wanted.region;
    if (ownRegion !== undefined && wantedRegion !== undefined && ownRegion !== wantedRegion) return false;
  }
  if (
    wish.Color !== undefined &&
    (variant.color === undefined || choiceName(variant.color) !== choiceName(wish.Color))
  )
    return false;
  return true;
};

/** Finds the wanted variant; among several the first that has a price. */
export const matchVariant = (variants: readonly OfferClaim[], wish: VariantWish): OfferClaim | undefined => {
  const fitting = variants.filter((variant) => fits(variant, wish));
  return fitting.find((variant) => variant.price !== undefined) ?? fitting[0];
};
