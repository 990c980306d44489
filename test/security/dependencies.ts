import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProofResult {
  cases: number;
  /** A sentence each. */
  violations: string[];
  report: string;
}

/** The relevant part of an entry of package-lock.json. */
export interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  /** Shipped inside another package, whose integrity covers it. */
  inBundle?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>;

const root = join(import.meta.dirname, '../..');
const registry = 'https://registry.npmjs.org/';

/** @returns the packages of package-lock.json by their folder; without the project itself. */
export const readLockedPackages = (): LockedPackages => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.fromEntries(Object.entries(packages).filter(([folder]) => folder !== ''));
};

/** Packages that may run a program when they are installed. */
const installScripts = new Set([
  // Report installations, which "scarfSettings" in package.json turns off.
  '@scarf/scarf',
  // Database of the DynamoDB emulator.
  'classic-level',
  // Prints a request for donations.
  'core-js',
  'esbuild',
  // Installs Node.js.
  'node',
]);

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13);

/** Every package comes from the registry, with a hash of its content, and runs nothing unknown on installation. */
export const checkLockFile = (packages: LockedPackages): ProofResult => {
  const violations = Object.entries(packages).flatMap(([folder, locked]) => {
    const { resolved, integrity, inBundle, link, hasInstallScript } = locked;
    return [
      ...(link ? [`${folder} is a link to a folder.`] : []),
      // Without "resolved", npm asks the configured registry; the hash decides either way.
      ...(resolved !== undefined && !resolved.startsWith(registry)
        ? [`${folder} comes from ${resolved}, not from ${registry}.`]
        : []),
      ...(!inBundle && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')
        ? [`${folder} has no SHA-512 of its content.`]
        : []),
      ...(hasInstallScript && !installScripts.has(nameOf(folder))
        ? [`${folder} runs a program on installation that was not reviewed.`]
        : []),
    ];
  });
  const cases = Object.keys(packages).length;
  return { cases, violations, report: `${cases} packages in package-lock.json` };
};

/** Licenses that allow use, change and distribution without obligations for our own code. */
const allowedLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  // Files keep their own license; used unchanged to lay out diagrams when the documentation is built, and not shipped.
  'EPL-2.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
  // Files keep their own license; used unchanged, in tests and the development of pages.
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unicode-3.0',
]);

/**
 * True if an SPDX expression includes an allowed option.
 *
 * @param expression - such as `(MIT OR GPL-3.0-or-later)`; nested parentheses are not supported, and refused.
 * @see https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/
 */
export const isAllowedLicense = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((license) => allowedLicenses.has(license.trim())));

/** The license declared in a package's package.json or, if it is not installed, in the lock file. */
const licenseOf = (folder: string, locked: LockedPackage): string => {
  try {
    const { license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      license?: string | { type?: string };
    };
    if (license !== undefined) return typeof license === 'string' ? license : (license.type ?? '');
  } catch {
    // A package for another platform.
  }
  return locked.license ?? '';
};

/** Every package has a license without obligations for this project. */
export const checkLicenses = (packages: LockedPackages): ProofResult => {
  const counts = new Map<string, number>();
  const violations = Object.entries(packages).flatMap(([folder, locked]) => {
    const license = licenseOf(folder, locked);
    counts.set(license, (counts.get(license) ?? 0) + 1);
    return isAllowedLicense(license) ? [] : [`${folder} states the license "${license}".`];
  });
  return {
    cases: Object.keys(packages).length,
    violations,
    report: [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([license, count]) => `${count} ${license}`)
      .join(', '),
  };
};
