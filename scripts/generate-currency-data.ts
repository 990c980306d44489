/**
 * `node scripts/bootstrap.mjs scripts/generate-currency-data.ts [--check]`: writes
 * lambdas/pricing/text/currency-data.json from CLDR, or compares it with `--check`: the currencies in use with their
 * regions, decimals and separators, and their signs and names in every modern locale.
 *
 * At run time, collecting all signs from `Intl` would take seconds of a cold start.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { supplemental } = require('cldr-core/supplemental/currencyData.json');
const { effectiveCoverageLevels } = require('cldr-core/coverageLevels.json');
const { availableLocales } = require('cldr-core/availableLocales.json');
const { territoryInfo } = require('cldr-core/supplemental/territoryInfo.json').supplemental;

type Tender = Record<string, { _from: string; _to?: string; _tender?: string }>;

/** Currencies replaced since then still appear on pages. */
const stillSeenFrom = '2021-01-01';
const target = new URL('../lambdas/pricing/text/currency-data.json', import.meta.url);

const homesOf = new Map<string, string[]>();
const currencyOfRegion: Record<string, string> = {};
for (const [region, tenders] of Object.entries(
  supplemental.currencyData.region as Record<string, Tender[]>,
)) {
  for (const tender of tenders) {
    const [code, { _to, _tender }] = Object.entries(tender)[0]!;
    if (_tender === 'false' || (_to !== undefined && _to < stillSeenFrom)) continue;
    if (_to === undefined && !(region in currencyOfRegion)) currencyOfRegion[region] = code;
    homesOf.set(code, [...(homesOf.get(code) ?? []), region]);
  }
}
const codes = [...homesOf.keys()].filter((code) => /^[A-Z]{3}$/.test(code)).sort();

const digits: Record<string, number> = {};
for (const code of codes) {
  const count = Number(supplemental.currencyData.fractions[code]?._digits ?? 2);
  if (count !== 2) digits[code] = count;
}

const decimalOf = (locale: string): string =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(1234567.5)
    .find((part) => part.type === 'decimal')!.value;

// Without the script: Intl does not know "es-Latn-MX" and falls back to "es".
const mainLocaleOf = (region: string): string => {
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  return `${language}-${region}`;
};

/** Currencies whose homes agree on one decimal separator. */
const decimals: Record<string, string> = {};
for (const code of codes) {
  const seen = new Set(homesOf.get(code)!.map((region) => decimalOf(mainLocaleOf(region))));
  if (code === 'EUR') decimals[code] = ',';
  else if (seen.size === 1) decimals[code] = [...seen][0]!;
}

const modern = (availableLocales.full as string[]).filter(
  (tag) =>
    effectiveCoverageLevels[tag] === 'modern' || effectiveCoverageLevels[tag.split('-')[0]!] === 'modern',
);

const cleaned = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const signs = new Map<string, Set<string>>();
const names = new Map<string, Set<string>>();
const add = (map: Map<string, Set<string>>, key: string, code: string): void => {
  const known = map.get(key) ?? new Set();
  map.set(key, known.add(code));
};

for (const locale of modern) {
  for (const code of codes) {
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const parts = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: code,
        currencyDisplay,
      }).formatToParts(1);
      const sign = cleaned(parts.find((part) => part.type === 'currency')!.value);
      if (sign !== code && sign !== '¤' && !/^[a-z]$/.test(sign)) add(signs, sign, code);
    }
  }
}

// Names in the languages of the currency's regions, and in English.
for (const code of codes) {
  const languages = new Set(['en']);
  for (const region of homesOf.get(code)!) {
    for (const [language, info] of Object.entries(
      (territoryInfo[region]?.languagePopulation ?? {}) as Record<
        string,
        { _populationPercent: string; _officialStatus?: string }
      >,
    )) {
      if (info._officialStatus && Number(info._populationPercent) >= 10)
        languages.add(language.replace('_', '-'));
    }
  }
  for (const language of languages) {
    if (!modern.includes(language)) continue;
    const format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'name',
    });
    for (const value of [1, 2, 5, 1.5, 21]) {
      const part = format.formatToParts(value).find(({ type }) => type === 'currency');
      const name = cleaned(part?.value ?? '').toLowerCase();
      if (name.length > 2 && name.length <= 28 && name !== code.toLowerCase()) add(names, name, code);
    }
  }
}

const table = (map: Map<string, Set<string>>): Record<string, string> =>
  Object.fromEntries(
    [...map]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, set]) => [key, [...set].sort().join(' ')]),
  );

const source = JSON.stringify({
  codes: codes.join(' '),
  digits,
  decimals,
  regions: currencyOfRegion,
  signs: table(signs),
  names: table(names),
});

// Formatted like the committed file, for comparison.
const formatted = execFileSync(
  join(import.meta.dirname, '../node_modules/.bin/biome'),
  ['format', '--stdin-file-path=currency-data.json'],
  { input: source, encoding: 'utf8' },
);

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== formatted) {
    console.error(
      'currency-data.json differs from CLDR: run "node scripts/bootstrap.mjs scripts/generate-currency-data.ts".',
    );
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, formatted);
}
