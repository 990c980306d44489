import type { ChildNode, Document, Element } from 'domhandler';
import { isElement } from '../page/ancestors.ts';
import { shortTextOf } from '../page/element-text.ts';
import { parseHtml } from '../page/parse-html.ts';
import { createSkuMatcher, isSameSku, type SkuMatcher } from './sku-match.ts';

/** What is known about the page already. */
export interface SkuOnPageHints {
  /** Address of the final document. */
  url?: string | undefined;
  /** The SKU that the page states, as read by the pricing engine. */
  sku?: string | null | undefined;
}

// Words before a product number, in the languages of most shops.
const skuLabel =
  /(?:sku|upc|ean|gtin|isbn|mpn|asin|art(?:icle|ikel|icolo|ículo|igo)?\.?\s?-?(?:n(?:o|r|um(?:ber|mer)?|úmero|uméro|°|º)\.?|code|nummer|id)|artikelnummer|artnr|item\s?(?:no|number|#|code|model)|model(?:l|o|e|lo|nummer|\s?(?:no|number|#|code))?|part\s?(?:no|number|#)|product\s?(?:code|no|id|number)|produkt(?:nummer|nr|code)|bestell\s?-?(?:nr|nummer)|hersteller(?:nummer|-?nr)|style(?:\s?(?:code|no|#))?|réf(?:érence)?|ref(?:erencia|erence|erência)?|código|codice|cod(?:e|\.)?|codigo|kod(?:\s?produktu|u)?|symbol|indeks|numer|objednací|katalogové\s?(?:č|číslo)|kód|cikkszám|termékkód|artikul|артикул|код(?:\s?товара)?|модель|каталожный|арт\.|κωδικός|ürün\s?kodu|stok\s?kodu|mã\s?(?:sp|sản phẩm|hàng)|รหัส|品番|型番|商品コード|货号|貨號|型号|型號|商品编号|모델명|상품코드|품번|מק"?ט|رمز|كود|رقم|کد)/iu;

const identifierProps = /^(?:sku|mpn|productid|gtin\d{0,2}|model|identifier|isbn)$/i;
const dataNames = /sku|mpn|gtin|ean|product-?(?:id|code|number)|item-?(?:id|code|number)|model|variant/i;
const jsonIdentifier =
  /["']?(?:sku|mpn|productid|product_id|productcode|gtin\d{0,2}|ean|model|style(?:code|number)?|itemnumber|item_id|partnumber|articlenumber|reference)["']?\s*[:=]\s*["']([^"'\n]{1,140})["']/giu;

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

const carriesInElement = ({ name, attribs }: Element, matcher: SkuMatcher): boolean => {
  const property = attribs.itemprop ?? attribs.property ?? '';
  if (property && identifierProps.test(property.replace(/^(?:schema|product|og):/i, ''))) {
    if (attribs.content !== undefined && matcher.is(attribs.content)) return true;
  }
  if (
    name === 'meta' &&
    /retailer_item_id|retailer_part_no|mfr_part_no|product:(?:upc|ean|isbn|item)/i.test(
      attribs.property ?? attribs.name ?? '',
    )
  ) {
    if (matcher.is(attribs.content ?? '')) return true;
  }
  for (const [attribute, value] of Object.entries(attribs)) {
    if (attribute.startsWith('data-') && dataNames.test(attribute) && matcher.is(value)) return true;
  }
  return false;
};

/**
 * Tells whether a product page is about the product with this SKU. Never throws.
 *
 * It is when a structured identifier (`sku`, `mpn`, `gtin…`, `productID`) is the SKU, when the SKU stands as a whole
 * in the address, the title or the main heading, or in the text beside a word such as "SKU" or "Art.-Nr.". The SKU
 * elsewhere, as among related products, is no evidence.
 */
export const pageCarriesSku = (page: string | Document, sku: string, hints: SkuOnPageHints = {}): boolean => {
  if (hints.sku && isSameSku(hints.sku, sku)) return true;
  const matcher = createSkuMatcher(sku);
  const url = hints.url === undefined ? null : URL.parse(hints.url);
  // On a search page the SKU stands in the address because it was asked for.
  if (url && matcher.isIn(decoded(url.pathname)) && !/search|suche|recherche|buscar/i.test(url.pathname))
    return true;
  const document = typeof page === 'string' ? parseHtml(page) : page;
  const stack: ChildNode[] = [...document.children].reverse();
  let tail = '';
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node.type === 'text') {
      const text = node.data.length > 500 ? node.data.slice(0, 500) : node.data;
      if (text.trim() === '') continue;
      // The label and the number often stand in neighbouring elements.
      const around = `${tail} ${text}`;
      if (matcher.isIn(text) && skuLabel.test(around)) return true;
      tail = text.slice(-60);
      continue;
    }
    if (!isElement(node)) continue;
    const { name } = node;
    if (name === 'style' || name === 'template') continue;
    if (name === 'script') {
      const first = node.firstChild;
      if (first?.type === 'text' && carriesInScript(first.data, matcher)) return true;
      continue;
    }
    if (carriesInElement(node, matcher)) return true;
    if (name === 'h1' || name === 'title' || node.attribs.itemprop !== undefined) {
      const text = shortTextOf(node, 500);
      if ((name === 'h1' || name === 'title') && matcher.isIn(text)) return true;
      if (
        identifierProps.test(node.attribs.itemprop ?? '') &&
        matcher.is(text.replace(/^[^:]{0,30}:\s*/, ''))
      )
        return true;
    }
    for (let index = node.children.length - 1; index >= 0; index -= 1) stack.push(node.children[index]!);
  }
  return false;
};

const carriesInScript = (text: string, matcher: SkuMatcher): boolean => {
  jsonIdentifier.lastIndex = 0;
  for (let found = jsonIdentifier.exec(text); found; found = jsonIdentifier.exec(text)) {
    if (matcher.is(found[1]!)) return true;
  }
  return false;
};
