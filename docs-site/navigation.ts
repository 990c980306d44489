/** A page of the site: a document of the project, or a generated one. */
export interface Page {
  /** File name in the site without extension, e.g. `selling-sites`. */
  name: string;
  /** Path from the root of the project; absent for a generated page. */
  source?: string;
}

interface NavigationLink {
  text: string;
  /** Relative to the site, e.g. `prices.html#variants`. */
  href: string;
}

export interface NavigationSection {
  title: string;
  links: NavigationLink[];
}

/** Pages outside `docs/`. */
export const rootPages: Readonly<Record<string, string>> = {
  'SECURITY.md': 'security',
  'CHANGELOG.md': 'changelog',
};

/** Pages generated from `docs/openapi.json`. */
export const generatedPages = { api: 'api', errors: 'errors' } as const;

/** In reading order; documents without an entry are appended to the reference. */
export const navigation: readonly NavigationSection[] = [
  {
    title: 'Start',
    links: [
      { text: 'Overview', href: 'index.html' },
      { text: 'First price in five minutes', href: 'tutorial.html' },
    ],
  },
  {
    title: 'How to',
    links: [
      { text: 'Scrape your own shop', href: 'selling-sites.html' },
      { text: 'Use a search page', href: 'selling-sites.html#product-page-or-search-page' },
      { text: 'Write selectors', href: 'selling-sites.html#when-the-price-is-not-found' },
      { text: 'Price a variant', href: 'variants.html' },
      { text: 'Watch prices', href: 'watching.html' },
      { text: 'Receive webhooks', href: 'webhooks.html' },
      { text: 'Export results', href: 'results.html' },
      { text: 'Use the console', href: 'console.html' },
      { text: 'Run a container', href: 'container.html' },
      { text: 'Deploy to AWS', href: 'deploy.html' },
      { text: 'Use your own domain', href: 'settings.html#custom-domain' },
      { text: 'Try a deployment locally', href: 'localstack.html' },
      { text: 'Handle alarms', href: 'runbook.html' },
      { text: 'Restore a deployment', href: 'runbook.html#when-a-deployment-was-destroyed' },
    ],
  },
  {
    title: 'Reference',
    links: [
      { text: 'API', href: 'api.html' },
      { text: 'Errors', href: 'errors.html' },
      { text: 'Command line', href: 'cli.html' },
      { text: 'Commands and options', href: 'commands.html' },
      { text: 'TypeScript client', href: 'client.html' },
      { text: 'Python client', href: 'python.html' },
      { text: 'MCP server', href: 'mcp.html' },
      { text: 'Settings', href: 'settings.html' },
      { text: 'Headers', href: 'headers.html' },
      { text: 'Specification', href: 'specification.html' },
      { text: 'Changelog', href: 'changelog.html' },
    ],
  },
  {
    title: 'Explanation',
    links: [
      { text: 'Architecture', href: 'architecture.html' },
      { text: 'Prices and confidence', href: 'prices.html' },
      { text: 'Cost', href: 'cost.html' },
      { text: 'Guarantees', href: 'guarantees.html' },
      { text: 'Security', href: 'security.html' },
    ],
  },
];

const fileOf = (href: string): string => href.split('#')[0]!;

/**
 * Builds the navigation with every page.
 *
 * @param pages - with their titles.
 */
export const completeNavigation = (
  pages: readonly { name: string; title: string }[],
): NavigationSection[] => {
  const listed = new Set(navigation.flatMap(({ links }) => links.map(({ href }) => fileOf(href))));
  const others = pages
    .map(({ name, title }) => ({ text: title, href: `${name}.html` }))
    .filter(({ href }) => !listed.has(href));
  return navigation.map(({ title, links }) => ({
    title,
    links: title === 'Reference' ? [...links, ...others] : [...links],
  }));
};
