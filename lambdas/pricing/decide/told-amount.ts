import { nowWords, regularWords } from '../money/price-words.ts';
import { declares, metaOf, typeIn } from '../page/declared.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';

/** What a page may say it is, and is then not about a product: https://schema.org/CreativeWork and others. */
const declaredText = typeIn(
  '\\w{0,20}Article|BlogPosting|Recipe|JobPosting|VideoObject|PodcastEpisode',
  'CollectionPage|AboutPage|ContactPage|FAQPage',
);

const isDeclaredText = (page: Page): boolean =>
  /^(?:article|video|music|profile)\b/.test(metaOf(page, 'og:type')) || declares(page, declaredText);

/**
 * Whether a price that nothing but the page's text gives is only told of: "The first one sold for $850 in 1908". That
 * is so in a sentence, and on a page that says it is an article in any other words; and where nothing can be bought.
 */
export const isToldAmount = (page: Page, price: ScoredPrice): boolean => {
  if (price.isPlain || page.buyButtons.some(({ zones }) => (zones & zone.hidden) === 0)) return false;
  const label = price.label.slice(-40);
  if (nowWords.test(label) || regularWords.test(label)) return false;
  return price.isSentence || isDeclaredText(page);
};
