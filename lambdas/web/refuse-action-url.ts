import { actOf } from '../domain/links/acting-address.ts';
import { WebError } from './web-error.ts';

/**
 * Refuses an address that does something on a shop instead of showing a page, whoever names it: the caller, a redirect
 * or the page, and the same for one that is posted to. No price stands there that the product's own page does not show, and
 * carts that nobody wanted hold stock.
 *
 * @throws WebError `ForbiddenTarget`.
 */
export const refuseActionUrl = (url: URL): void => {
  const act = actOf(url);
  if (act === undefined) return;
  throw new WebError(
    'ForbiddenTarget',
    `The address on "${url.host}" does something on the shop ("${act}") where a page to read was expected; such ` +
      'addresses are never called. Name one that does nothing there.',
    { retryable: false },
  );
};
