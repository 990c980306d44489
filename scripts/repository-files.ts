import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ProofResult } from './proof.ts';

const root = join(import.meta.dirname, '..');

/** A file of the project. */
export interface RepositoryFile {
  /** From the root, with slashes. */
  path: string;
  bytes: number;
  /** A link, a device: anything but a file with content of its own. */
  isSpecial: boolean;
}

/** Nobody reads a larger file in a review, and every clone carries it for ever. */
const maxFileBytes = 512 * 1024;

/** The first that a visitor sees, so each is named. */
const rootFiles: Readonly<Record<string, string>> = {
  '.editorconfig': 'settings of editors',
  '.gitattributes': 'line ends and binary kinds',
  '.gitignore': 'what is made by installing, building and running',
  'CHANGELOG.md': 'what changed, for users',
  'CONTRIBUTING.md': 'how to change it',
  LICENSE: 'the terms',
  'README.md': 'what it is',
  'SECURITY.md': 'what it promises, and how to report a hole',
  'biome.json': 'settings of lint and format',
  'cdk.json': 'the CDK app',
  'package-lock.json': 'versions and hashes of all packages',
  'package.json': 'commands and packages',
  'tsconfig.json': 'settings of the types',
  'vitest.config.ts': 'settings of the tests',
};

const code = [
  'bench',
  'bin',
  'cli',
  'client',
  'console',
  'docs-site',
  'lambdas',
  'lib',
  'local',
  'scripts',
  'test',
];

interface Kind {
  extension: string;
  /** Folders from the root; a file lies anywhere below one of them. */
  below: readonly string[];
  why: string;
}

/** What may be in the repository besides the files of the root. A binary kind has folders of its own. */
const kinds: readonly Kind[] = [
  { extension: '.ts', below: code, why: 'code' },
  { extension: '.tsx', below: ['console', 'test/console'], why: 'parts of the web page' },
  {
    extension: '.mjs',
    below: ['examples', 'scripts'],
    why: 'what runs before anything is installed; examples',
  },
  { extension: '.css', below: ['console', 'docs-site'], why: 'looks of the web page and the documentation' },
  { extension: '.html', below: ['console', 'test'], why: 'the web page; pages that tests read' },
  {
    extension: '.md',
    below: ['client', 'clients', 'docs', 'examples', 'test'],
    why: 'documents; where test material comes from',
  },
  { extension: '.sh', below: ['examples'], why: 'an example of calls by curl' },
  { extension: '.yml', below: ['examples'], why: 'an example of a workflow on GitHub' },
  { extension: '.csv', below: ['examples'], why: 'an example of a catalogue' },
  {
    extension: '.json',
    below: [
      'bench/results',
      'bin',
      'client',
      'deployments',
      'docs',
      'examples',
      'lambdas',
      'scripts',
      'test',
    ],
    why: 'results, documents, words and limits as data, settings',
  },
  {
    extension: '.txt',
    below: ['bench/results', 'clients', 'scripts/drill/shops', 'test'],
    why: 'measured results; packages of the emulator, of generators and of drills',
  },
  { extension: '.js', below: ['examples'], why: 'an example in Apps Script' },
  {
    extension: '.py',
    below: ['clients', 'examples', 'scripts/drill/shops', 'test/clients', 'test/fuzz'],
    why: 'an example; shops that drills bring up: settings, seed, truth; users of generated clients; hooks of Schemathesis',
  },
  {
    extension: '.ndjson',
    below: [
      'test/pages',
      'test/domain/links',
      'test/pricing/identity',
      'test/pricing/offers',
      'test/pricing/search',
    ],
    why: 'labels, addresses and cases, a line each',
  },
  { extension: '.toml', below: ['clients'], why: 'settings of the Python client' },
  { extension: '.typed', below: ['clients'], why: 'tells type checkers that the Python client has types' },
  { extension: '.zst', below: ['test/pages'], why: 'markup of labelled pages, compressed' },
  { extension: '.svg', below: ['bench/results', 'console', 'docs/images'], why: 'drawings, as text' },
  { extension: '.png', below: ['docs/images'], why: 'screenshots in documents' },
];

/** Files of no kind, each with its place. */
const singleFiles: Readonly<Record<string, string>> = {
  '.ci/run': 'what every change must pass',
};

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

const placeProblem = (path: string): string | undefined => {
  if (Object.hasOwn(singleFiles, path)) return undefined;
  if (!path.includes('/'))
    return Object.hasOwn(rootFiles, path)
      ? undefined
      : 'is not one of the files that the root is known to hold. Move it into a folder, or name it in "rootFiles"';
  const extension = extname(path);
  const kind = kinds.find((each) => each.extension === extension);
  if (!kind)
    return `is of a kind (${extension || 'no extension'}) that nothing here names. Remove it, or add its kind to "kinds"`;
  if (!kind.below.some((folder) => isBelow(path, folder)))
    return `is a ${extension} file (${kind.why}) outside ${kind.below.join(', ')}. Move it, or add its folder in "kinds"`;
  return undefined;
};

/** @returns what is wrong with files of the repository, one sentence each. */
export const checkFiles = (files: readonly RepositoryFile[]): string[] => {
  const byLowerCase = Map.groupBy(files, ({ path }) => path.toLowerCase());
  return [
    ...files.flatMap(({ path, bytes, isSpecial }) => {
      const problem = placeProblem(path);
      return [
        ...(problem === undefined
          ? []
          : [`${path} ${problem} of scripts/repository-files.ts, with the reason.`]),
        ...(bytes > maxFileBytes
          ? [
              `${path} has ${bytes} bytes, more than the ${maxFileBytes} that a file may have; make it smaller.`,
            ]
          : []),
        ...(isSpecial ? [`${path} is a link or a device; the repository holds plain files alone.`] : []),
      ];
    }),
    ...[...byLowerCase.values()]
      .filter(({ length }) => length > 1)
      .map(
        (same) =>
          `${same.map(({ path }) => path).join(' and ')} are one file on macOS and Windows; rename one.`,
      ),
  ];
};

/** What .gitignore names, for a copy that git does not know; `.git` is a file in a linked working tree. */
const ignoredNames = new Set(['.git', 'node_modules', 'build', 'cdk.out', '.cache', 'coverage', '.DS_Store']);
const isIgnored = (name: string): boolean => ignoredNames.has(name) || name.endsWith('.log');

const pathsBelow = (top: string, folder = ''): string[] =>
  readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (isIgnored(entry.name)) return [];
    return entry.isDirectory() ? pathsBelow(top, path) : [path];
  });

/** Without what git tells the hooks that it runs: the folder alone decides which repository is meant. */
const environmentOfGit = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
);

const git = (top: string, ...args: string[]) =>
  spawnSync('git', args, { cwd: top, encoding: 'utf8', env: environmentOfGit });

/** @returns the paths that git tracks; `undefined` without git, and where this folder is no working tree of its own. */
const trackedPaths = (top: string): string[] | undefined => {
  const toplevel = git(top, 'rev-parse', '--show-toplevel');
  // A copy without a repository may lie in somebody's larger one, which tracks nothing of it.
  if (toplevel.status !== 0 || realpathSync(toplevel.stdout.trim()) !== realpathSync(top)) return undefined;
  const listed = git(top, 'ls-files', '-z');
  return listed.status === 0 ? listed.stdout.split('\0').filter((path) => path !== '') : undefined;
};

/**
 * Lists the files of the project: what git tracks, since a developer's scratch file is nobody's business; in a copy
 * without its repository every file.
 *
 * @param top - the root of the project.
 */
export const listFiles = (top: string): { source: string; files: RepositoryFile[] } => {
  const tracked = trackedPaths(top);
  const files = (tracked ?? pathsBelow(top)).flatMap((path) => {
    // Deleted and not yet committed.
    const stats = lstatSync(join(top, path), { throwIfNoEntry: false });
    return stats ? [{ path, bytes: stats.size, isSpecial: !stats.isFile() }] : [];
  });
  return {
    source: tracked ? 'files that git tracks' : 'files, all that are here, since git tracks none of them',
    files,
  };
};

/** Whether the repository holds what belongs to it, and nothing that once lay beside it by mistake. */
export const checkRepository = (top: string = root): ProofResult => {
  const { source, files } = listFiles(top);
  return { cases: files.length, violations: checkFiles(files), report: `${files.length} ${source}` };
};
