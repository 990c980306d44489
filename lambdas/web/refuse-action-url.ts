import { actOf } from '../domain/links/acting-address.ts';
import { WebError } from './web-error.ts';

/**
 * Refuses URLs that change state on a shop, such as "add to cart", whether named by a caller, a redirect or a
 * page, and for webhooks too. They show no price that the product page does not, and unwanted carts reserve
 * stock.
 *
 * @throws WebError `ForbiddenTarget`.
 */
export const refuseActionUrl = (url: URL): void => {
  const act = actOf(url);
  if (act === undefined) return;
  throw new WebError(
    'ForbiddenTarget',
    `The URL on "${url.host}" performs an action ("${act}") instead of showing a page; such URLs are never ` +
      'requested. Use the URL of a page instead.',
    { retryable: false },
  );
};
