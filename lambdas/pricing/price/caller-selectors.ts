import type { Availability } from '../../domain/result/site-result.ts';
import type { Page } from '../page/page.ts';
import type { Claim, MoneyClaim } from '../sources/claims.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import { applySelectors } from '../sources/selectors/apply-selectors.ts';
import { SelectablePage } from '../sources/selectors/selectable-page.ts';
import { readAvailabilityText, readAvailabilityUrl } from '../text/availability-text.ts';
import { type PriceHints, parsePriceText } from '../text/parse-price-text.ts';

/** Values found by the caller's own selectors. */
export interface SelectedFields {
  price?: MoneyClaim | undefined;
  listPrice?: MoneyClaim | undefined;
  availability?: Claim<Availability> | undefined;
  title?: Claim<string> | undefined;
  /** The caller gave price selectors and none returned a price. */
  isPriceMissed: boolean;
  warnings: readonly string[];
}

/** Applies the caller's selectors, which override everything else on the page. */
export const readSelectedFields = (
  page: Page,
  context: ExtractionContext,
  hints: PriceHints,
): SelectedFields => {
  const selectors = context.site?.Selectors;
  if (!selectors) return { isPriceMissed: false, warnings: [] };
  const warnings: string[] = [];
  const selectable = new SelectablePage(page.document, page.html);
  const read = (field: keyof typeof selectors): Claim<string> | undefined => {
    const list = selectors[field];
    if (!list) return undefined;
    const { match, problems } = applySelectors(selectable, list, context.engines ?? {}, context.runBounded);
    for (const { selector, message } of problems)
      warnings.push(
        `SelectorInvalid: the ${field} selector ${JSON.stringify(selector.Value)} was ignored: ${message}`,
      );
    if (!match)
      warnings.push(
        `SelectorNotMatched: no selector for ${field} matched; the price was detected automatically.`,
      );
    return match && { value: match.raw, raw: match.raw, path: match.path };
  };
  const currency = read('Currency');
  const readMoney = (field: 'Price' | 'ListPrice'): MoneyClaim | undefined => {
    const found = read(field);
    const parsed =
      found && parsePriceText(found.value, currency ? { ...hints, currency: currency.value } : hints);
    if (found && !parsed)
      warnings.push(
        `SelectorNotMatched: ${JSON.stringify(found.value.slice(0, 80))}, selected for ${field}, contains no price.`,
      );
    return (
      found &&
      parsed && { amount: parsed.amount, currency: parsed.currency, raw: found.raw, path: found.path }
    );
  };
  const price = readMoney('Price');
  const listPrice = readMoney('ListPrice');
  const stock = read('Availability');
  const availability = stock && (readAvailabilityText(stock.value) ?? readAvailabilityUrl(stock.value));
  return {
    price,
    listPrice,
    availability: stock && availability ? { ...stock, value: availability } : undefined,
    title: read('Title'),
    isPriceMissed: selectors.Price !== undefined && price === undefined,
    warnings,
  };
};
