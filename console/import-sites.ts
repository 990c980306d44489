import Papa from 'papaparse';
import type { SellingSite } from '../client/index.ts';
import { readLinkList } from '../lib/link-list.ts';
import { decodeTextFile, noTextFile, separatorLine } from '../lib/text-bytes.ts';
import { counted } from './counted.ts';
import { knownMembers, plainFields, withPlainValue } from './site-fields.ts';

/** Contents of a file or pasted text: sites, and other members of a complete request. */
export interface Imported {
  sites: SellingSite[];
  sku?: string;
  uid?: string;
  licenseKey?: string;
  /** Remarks about unexpected content and how it was read. */
  remarks: string[];
}

/** An unreadable text; the message says what was expected. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

export const maxSites = 100;
const maxTextLength = 1_000_000;
const maxRemarks = 5;

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const addressOrName = (text: string): SellingSite => {
  const url = URL.parse(text.replaceAll('{sku}', 'x'));
  return url && /^https?:$/.test(url.protocol) ? { Name: url.host, Url: text } : { Name: text };
};

const remarksOn = (sites: readonly SellingSite[]): string[] => {
  const unknown = new Set(
    sites.flatMap((site) => Object.keys(site)).filter((m) => !knownMembers.includes(m)),
  );
  return [...unknown].slice(0, 5).map((member) => {
    const meant = knownMembers.find((known) => known.toLowerCase() === member.toLowerCase());
    return meant
      ? `“${member.slice(0, 60)}” is not a setting of a site; “${meant}” is (case matters).`
      : `“${member.slice(0, 60)}” has no field in this form and is sent unchanged.`;
  });
};

const siteOf = (given: unknown, index: number): SellingSite => {
  if (typeof given === 'string') return addressOrName(given);
  if (isObject(given)) return given as SellingSite;
  throw new ImportError(
    `Entry ${index + 1} should be an object such as {"Name": "Shop A", "Url": "https://…"}.`,
  );
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(`This looks like JSON but cannot be parsed: ${(error as Error).message}`);
  }
};

/** Other members of a request's body. A shell variable or placeholder is not a key. */
const credentialsIn = (json: unknown): Pick<Imported, 'uid' | 'licenseKey'> => {
  const authorization = isObject(json) && isObject(json.Authorization) ? json.Authorization : {};
  const uid = textIn(authorization.UID);
  const licenseKey = textIn(authorization.LicenseKey);
  return {
    ...(uid !== undefined && { uid }),
    ...(licenseKey !== undefined && /^(?:(?![<>$])[\x21-\x7e])+$/.test(licenseKey) && { licenseKey }),
  };
};

const listIn = (body: unknown): unknown => {
  if (!isObject(body)) return body;
  return body.SellingSites ?? ('Url' in body || 'SearchUrl' in body ? [body] : undefined);
};

const readJson = (text: string): Imported => {
  const json = parseJson(text);
  const body = isObject(json) && isObject(json.Data) ? json.Data : json;
  const list = listIn(body);
  if (!Array.isArray(list) || list.length === 0)
    throw new ImportError('Expected a list of selling sites, or an object with the member "SellingSites".');
  const sites = list.map(siteOf);
  const sku = isObject(body) && 'SellingSites' in body ? textIn(body.Sku) : undefined;
  return { sites, ...(sku !== undefined && { sku }), ...credentialsIn(json), remarks: remarksOn(sites) };
};

/** CSV headings in lower case, including those of the service's own results. */
const headings: ReadonlyMap<string, string> = new Map([
  ...['Name', 'Url', 'SearchUrl'].map((member) => [member.toLowerCase(), member] as const),
  ...plainFields.map(({ member }) => [member.toLowerCase(), member] as const),
  ['site', 'Name'],
  ['shop', 'Name'],
  ['address', 'Url'],
  ['link', 'Url'],
  ['search url', 'SearchUrl'],
  ['size', 'Variant.Size'],
  ['sizeregion', 'Variant.SizeRegion'],
  ['color', 'Variant.Color'],
  ['colour', 'Variant.Color'],
]);

const siteOfRow = (members: readonly (string | undefined)[], row: readonly string[]): SellingSite => {
  let site: SellingSite = {};
  for (const [index, member] of members.entries()) {
    const text = (row[index] ?? '').trim();
    if (member === undefined || text === '') continue;
    const field = plainFields.find((plain) => plain.member === member) ?? { member, label: member };
    site = withPlainValue(site, field, text);
  }
  return site;
};

const addressExpected =
  'Expected a line for each site: its address, or columns such as Name, Url and Currency.';

/** Among addresses, a line without one is a mistake; a list of names refers to the deployment's registry. */
const readList = (text: string, delimiter: string | undefined): Imported => {
  const { links, others } = readLinkList(text, delimiter);
  if (links.length === 0) return { sites: others.map((line) => ({ Name: line.text })), remarks: [] };
  return {
    sites: links.map(({ link, name }) => ({ ...addressOrName(link), ...(name && { Name: name }) })),
    remarks: others.map(
      (line) => `Line ${line.number}, “${line.text.slice(0, 60)}”, has no address and was left out.`,
    ),
  };
};

const readTable = (
  members: readonly (string | undefined)[],
  [headed = [], ...rows]: string[][],
): Imported => ({
  sites: rows.map((row) => siteOfRow(members, row)).filter((site) => Object.keys(site).length > 0),
  remarks: headed
    .filter((heading, index) => heading.trim() && !members[index])
    .map((heading) => `The column “${heading.trim().slice(0, 60)}” was not read.`),
});

const readCsv = (text: string): Imported => {
  const said = separatorLine.exec(text);
  const body = text.slice(said?.[0].length ?? 0);
  const { data } = Papa.parse<string[]>(body, {
    skipEmptyLines: 'greedy',
    ...(said && { delimiter: said[1]! }),
  });
  const members = (data[0] ?? []).map((heading) => headings.get(heading.trim().toLowerCase()));
  const isHeaded = members.some((member) => ['Name', 'Url', 'SearchUrl'].includes(member ?? ''));
  const { sites, remarks } = isHeaded ? readTable(members, data) : readList(body, said?.[1]);
  if (sites.length === 0) throw new ImportError(addressExpected);
  return { sites, remarks: remarks.slice(0, maxRemarks) };
};

/**
 * Reads selling sites from text: JSON (a site file, a request body or `SellingSites`), CSV with headings, or one address
 * per line.
 *
 * @throws ImportError
 */
export const importSites = (text: string): Imported => {
  if (text.length > maxTextLength)
    throw new ImportError(
      `The text is longer than ${maxTextLength.toLocaleString()} characters, the maximum.`,
    );
  const bare = text.replace(/^\uFEFF/, '').trim();
  if (bare === '') throw new ImportError('The text is empty.');
  return /^(?:[[{]|(?:null|true|false)$)/.test(bare) ? readJson(bare) : readCsv(bare);
};

/**
 * Reads the beginning of a file, up to the limit, so that a huge file does not block the browser.
 *
 * @throws ImportError for a file that is not text.
 */
export const textOfFile = async (file: Blob): Promise<string> => {
  // A character cut at the end does not matter: the text exceeds the limit anyway.
  const bytes = new Uint8Array(await file.slice(0, maxTextLength * 4 + 4).arrayBuffer());
  const text = decodeTextFile(bytes);
  if (text === undefined) throw new ImportError(`The file ${noTextFile}`);
  return text;
};

/** True if a text pasted into an address field holds several addresses. */
export const isSeveralSites = (text: string): boolean => /\S\s*\n\s*\S/.test(text) || /^\s*[[{]/.test(text);

const isEmptySite = (site: SellingSite): boolean => !site.Name && !site.Url && !site.SearchUrl;

/** Adds imported sites, replacing empty ones, up to the limit of a request. */
export const joinSites = (
  sites: readonly SellingSite[],
  imported: readonly SellingSite[],
): { sites: SellingSite[]; remark: string | undefined } => {
  const joined = [...sites.filter((site) => !isEmptySite(site)), ...imported];
  const left = joined.length - maxSites;
  return {
    sites: joined.slice(0, maxSites),
    remark:
      left > 0
        ? `A request has at most ${maxSites} sites: the last ${counted(left, 'site')} were left out.`
        : undefined,
  };
};
