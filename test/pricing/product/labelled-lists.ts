import { readPage } from '../../../lambdas/pricing/page/read-page.ts';
import { readSearchPage } from '../../../lambdas/pricing/product/search-hits.ts';

export const sku = 'KX-4471-B';
const url = `https://shop.example/search?q=${sku}`;
/** The paths of the first links that are followed from a list. */
export const followed = (list: string): string[] =>
  readSearchPage(
    readPage(
      '<header><a href="/"><img src="/logo.svg"></a><nav><a href="/c/sale">Sale</a></nav></header>' +
        `<main><h1>${sku} (3)</h1><p>3 items, $0 - $20</p>${list}</main>`,
      url,
    ),
    { sku },
  )
    .hits.slice(0, 3)
    .map((hit) => new URL(hit.url).pathname);
