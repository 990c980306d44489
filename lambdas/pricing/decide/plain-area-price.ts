import type { Element } from 'domhandler';
import type { MoneyClaim } from '../claims.ts';
import { wordsOf } from '../lexicon/lexicon.ts';
import { isZero } from '../money/amounts.ts';
import { findCurrency, settleCurrency } from '../money/currency-lexicon.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { lineageOf } from '../page/ancestors.ts';
import { type BuyButton, cssPath, type Page, type TextRun } from '../page/page.ts';
import { zone, zonesOfElement } from '../page/page-zones.ts';
import { awayZones, type ProductArea, readProductArea } from '../page-kind/product-area.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { noPrice, type PriceDecision } from './price-decision.ts';

/** Words that stand in place of the price of free products. */
const freeWords = wordsOf('FreeOfCharge');

/** "0,00 €", "Rp 0": nought and a sign, and nothing else. */
const nought = /^\P{N}{0,12}(0+(?:[.,]0{1,3})?)\P{N}{0,12}$/u;

/** Zones of what is asked beside the price, or is not the price. */
const notPrice = zone.shipping | zone.saving | zone.struck | zone.unit | zone.instalment | zone.option;

/** Lines from the title on in which the product's price stands, up to shortly behind its button. */
const linesOf = ({ heading, runs }: ProductArea, button: BuyButton): readonly TextRun[] =>
  runs.filter(({ index }) => index > heading!.run && index <= button.run + 5);

/** @param ignored - zones of the title, which speak of the product as a whole. */
const readFree = (run: TextRun, ignored: number, hints: PriceHints): MoneyClaim | undefined => {
  const { element, zones } = run.pieces[0]!;
  if ((zones & zone.price) === 0 || (zones & notPrice & ~ignored) !== 0) return undefined;
  const claim = { raw: run.text, path: cssPath(element) };
  if (freeWords.test(run.text)) return { ...claim, amount: '0', currency: null };
  const amount = nought.exec(run.text)?.[1]?.replace(',', '.');
  const sign = amount === undefined ? undefined : findCurrency(run.text);
  return amount !== undefined && sign
    ? { ...claim, amount, currency: settleCurrency(sign, hints) }
    : undefined;
};

/** Attributes that hold the price that a script prints. */
const priceAttributes = ['data-price', 'data-price-amount', 'data-product-price', 'data-final-price'];
const currencyAttributes = ['data-currency', 'data-currency-code', 'data-price-currency'];
const firstOf = ({ attribs }: Element, names: readonly string[]): string | undefined =>
  names.map((name) => attribs[name]).find((value) => value !== undefined && value !== '');
const isAway = (element: Element): boolean =>
  lineageOf(element, 8).some(
    (around) =>
      around.name === 'option' ||
      around.name === 'aside' ||
      (zonesOfElement(around) & (awayZones | notPrice) & ~zone.card) !== 0,
  );

/** The one amount that attributes between title and button hold; `undefined` where they hold several. */
const readAttributes = (
  { attributed }: Page,
  { heading }: ProductArea,
  button: BuyButton,
  hints: PriceHints,
): MoneyClaim | undefined => {
  const [from, to] = [heading!.element.startIndex!, button.element.startIndex!];
  const found = attributed.flatMap((element) => {
    const text = firstOf(element, priceAttributes);
    if (text === undefined || element.startIndex! < from || element.startIndex! > to || isAway(element))
      return [];
    const currency = firstOf(element, currencyAttributes);
    return readMoneyClaim(text, currency, `${cssPath(element)} @data-price`, hints) ?? [];
  });
  return new Set(found.map(({ amount }) => amount)).size === 1 ? found[0] : undefined;
};

/**
 * The price of a product for which neither data nor an amount on the page decided: nought, where the price's own
 * element between the title and a working button says so, or what an attribute there holds for a script to print.
 *
 * @returns `undefined` where nothing says what is asked.
 */
export const findPlainAreaPrice = (page: Page, hints: PriceHints): PriceDecision | undefined => {
  const area = readProductArea(page);
  const { heading } = area;
  const button = heading && area.buttons.find(({ run }) => run > heading.run);
  if (!button) return undefined;
  const free = linesOf(area, button).flatMap((run) => readFree(run, heading.zones, hints) ?? []);
  const [first] = free;
  if (first) return { ...noPrice, rule: 'FreeInWords', price: first, source: 'Visible', confidence: 'Low' };
  const held = readAttributes(page, area, button, hints);
  return held && !isZero(held.amount)
    ? { ...noPrice, rule: 'HeldByAttribute', price: held, source: 'EmbeddedState', confidence: 'Low' }
    : undefined;
};
