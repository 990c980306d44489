/** Caps of the browser tier; each ends a page that passes it with an error of its own. */
export interface BrowserLimits {
  /** Pages that load at the same time; each takes some 100 to 300 MB. */
  pages: number;
  /** Whole time of one page, ms. A request's own time goes before it. */
  loadMs: number;
  /** From the answer of the document to the decision that no price will come, ms. */
  readyMs: number;
  /** After a price stood on the page: it can be rewritten once, ms. */
  settleMs: number;
  /** Without a change or a request under way, while a doubtful price stands: what is there is all, ms. */
  doubtfulRestMs: number;
  /** The same while nothing stands; longer, for pages that ask again after a pause, ms. */
  restMs: number;
  /** Between two looks at a page that changes, ms; longer where a look takes long. */
  pollMs: number;
  /** A page that does not change is asked for its state so often, ms. */
  waitMs: number;
  /** Between two looks at a page whose markup has not all come, ms. */
  parsingLookMs: number;
  /** One command to the page; a page in an endless loop answers none, ms. */
  commandMs: number;
  /** Bytes of the page and all that it loads, decompressed. */
  bytes: number;
  /** Characters of the rendered document. */
  htmlChars: number;
  /** Elements of the rendered document. */
  elements: number;
  /** Navigations of the main frame, redirects by script included. */
  navigations: number;
  /** Dialogs (`alert` and its like), all dismissed. */
  dialogs: number;
  /** Memory of the process of one page. */
  rendererBytes: number;
  /** From the wish to close the browser to its being killed, ms. */
  closeMs: number;
}

export const defaultBrowserLimits: BrowserLimits = {
  pages: 4,
  loadMs: 30_000,
  readyMs: 12_000,
  settleMs: 300,
  doubtfulRestMs: 800,
  restMs: 2_500,
  pollMs: 60,
  waitMs: 250,
  parsingLookMs: 1_000,
  commandMs: 3_000,
  bytes: 64 * 1024 * 1024,
  htmlChars: 12_000_000,
  elements: 400_000,
  navigations: 12,
  dialogs: 20,
  rendererBytes: 1024 * 1024 * 1024,
  closeMs: 1_000,
};
