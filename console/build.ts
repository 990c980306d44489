import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { consoleFolder } from './files.ts';

const source = import.meta.dirname;
const project = join(source, '..');

const staticFiles = ['index.html', 'console.css', 'icon.svg'];
const openApi = 'docs/openapi.json';

/**
 * Builds the console's static files and `openapi.json`, which can be served from any path of the API's origin. A server with
 * demonstration shops adds `demo.json`.
 *
 * @returns the source files read, relative to the project, without packages.
 */
export const buildConsole = (outDir = consoleFolder): { inputs: string[] } => {
  mkdirSync(outDir, { recursive: true });
  const { metafile } = buildSync({
    absWorkingDir: project,
    entryPoints: [{ in: join(source, 'main.tsx'), out: 'console' }],
    outdir: outDir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
    logLevel: 'warning',
  });
  for (const file of staticFiles) cpSync(join(source, file), join(outDir, file));
  cpSync(join(project, openApi), join(outDir, 'openapi.json'));
  const bundled = Object.keys(metafile.inputs).filter((input) => !input.includes('node_modules/'));
  return { inputs: [...bundled, ...staticFiles.map((file) => `console/${file}`), openApi] };
};
