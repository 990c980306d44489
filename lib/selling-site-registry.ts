import { sellingSiteSchema } from '../lambdas/domain/site/selling-site.ts';
import { allEngines } from '../lambdas/pricing/sources/selectors/all-engines.ts';
import { selectorFaultsOf } from '../lambdas/queue/check-selectors.ts';
import { readJsonFile } from './json-file.ts';

/** Lists the faults of a site, with their paths. */
const faultsOf = (site: unknown, earlierNames: ReadonlySet<string>): string[] => {
  const { data, error } = sellingSiteSchema.safeParse(site);
  if (!data) return error.issues.map(({ path, message }) => `${['', ...path].join('/')}: ${message}`);
  const faults = selectorFaultsOf(data, allEngines).map(
    ({ path, fault }) => `${['', ...path].join('/')}: ${fault}`,
  );
  const { Name: name, Url: url, SearchUrl: searchUrl } = data;
  if (!name) faults.push('/Name: is required in the registry');
  else if (earlierNames.has(name)) faults.push(`/Name: "${name}" is not unique`);
  if (!url && !searchUrl) faults.push(': needs "Url" or "SearchUrl"');
  return faults;
};

/**
 * Reads the selling-site registry of a deployment.
 *
 * @throws Error that names the file and every violation.
 */
export const readSellingSites = (file: string): { SellingSites: object[] } => {
  if (file === '') return { SellingSites: [] };
  const fail = (reason: string): never => {
    throw new Error(`The selling-site registry ${file} cannot be used: ${reason}`);
  };
  let registry: unknown;
  try {
    registry = readJsonFile(file);
  } catch (cause) {
    return fail((cause as Error).message);
  }
  const sites = (registry as { SellingSites?: unknown } | null)?.SellingSites;
  if (!Array.isArray(sites)) return fail('expected { "SellingSites": [ … ] }');
  const names = new Set<string>();
  const problems = sites.flatMap((site: { Name?: string } | null, index) => {
    const faults = faultsOf(site, names);
    if (site?.Name !== undefined) names.add(site.Name);
    return faults.map((fault) => `/SellingSites/${index}${fault}`);
  });
  if (problems.length > 0) fail(`\n  - ${problems.join('\n  - ')}`);
  return { SellingSites: sites };
};
