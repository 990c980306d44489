const frontStep = '(?:[a-z]{2}(?:[-_][a-z]{2})?|index\\.(?:html?|php|aspx?)|home|start)';
/** `/`, `/de/`, `/en-gb/home`, `/index.php`. */
const frontPath = new RegExp(`^/(?:${frontStep}(?:/${frontStep})?/?)?$`, 'i');

/** Parameters that name nothing of the shop, whatever number they carry: campaigns, versions, times. */
const namesNothing = /^(?:utm_\w+|\w*clid|ref|v|ver|t|ts|_)$/i;
/** True if a query names what the page shows: by a parameter's name, or by a number such as that of an article. */
const namesSomething = (query: URLSearchParams): boolean =>
  [...query].some(
    ([name, value]) =>
      /^(?:p|id|pid|sku|q|s|product\w*|item\w*|route)$/i.test(name) ||
      (/^\d{2,}$/.test(value) && !namesNothing.test(name)),
  );

/** True if an address is that of a shop's front page, in any of its languages. */
export const isFrontPage = (url: URL | null | undefined): boolean =>
  !!url && frontPath.test(url.pathname) && !namesSomething(url.searchParams);
