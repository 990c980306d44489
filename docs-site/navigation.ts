interface NavigationLink {
  text: string;
  /** Relative to the site, e.g. `prices.html#variants`. */
  href: string;
}

export interface NavigationSection {
  title: string;
  links: NavigationLink[];
}

/** Pages outside `docs/` and `examples/`. */
export const rootPages: Readonly<Record<string, string>> = {
  'SECURITY.md': 'security',
  'CHANGELOG.md': 'changelog',
};

/** Pages generated from `docs/openapi.json`. */
export const generatedPages = { api: 'api', errors: 'errors' } as const;

const headingOrLink = /^## (?<title>.+)$|\[(?<text>[^\]]+)\]\((?<address>[^)\s]+)\)/gm;

/**
 * The navigation is the list of links of the first page, with its sections.
 *
 * @param index - text of `docs/index.md`.
 * @param hrefOf - address in the site.
 */
export const navigationOf = (index: string, hrefOf: (address: string) => string): NavigationSection[] => {
  const sections: NavigationSection[] = [];
  for (const { groups = {} } of index.matchAll(headingOrLink)) {
    const { title, text, address } = groups;
    if (title !== undefined) sections.push({ title, links: [] });
    else sections.at(-1)?.links.push({ text: text!, href: hrefOf(address!) });
  }
  sections[0]?.links.unshift({ text: 'Overview', href: 'index.html' });
  return sections;
};
