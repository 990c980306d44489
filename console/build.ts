import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { consoleFolder } from './files.ts';

const source = import.meta.dirname;
const project = join(source, '..');

const staticFiles = ['index.html', 'console.css', 'icon.svg', 'docs/index.html', 'docs/docs.css'];
const openApi = 'docs/openapi.json';

/**
 * Makes the static files of the console, the API's pages (`docs/`) and `openapi.json`. They can be served from any
 * path of the API's own origin. Where there is a demonstration, whoever serves them adds `demo.json`.
 *
 * @returns the files that it read, relative to the project; packages are not among them.
 */
export const buildConsole = (outDir = consoleFolder): { inputs: string[] } => {
  const docs = join(outDir, 'docs');
  mkdirSync(docs, { recursive: true });
  const { metafile } = buildSync({
    absWorkingDir: project,
    entryPoints: [
      { in: join(source, 'main.tsx'), out: 'console' },
      { in: join(source, 'docs/docs.ts'), out: 'docs/docs' },
    ],
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
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  cpSync(join(swagger, 'swagger-ui.css'), join(docs, 'swagger-ui.css'));
  // Without the last line, which names a source map that is not served.
  const bundle = readFileSync(join(swagger, 'swagger-ui-bundle.js'), 'utf8');
  writeFileSync(join(docs, 'swagger-ui-bundle.js'), bundle.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'));
  cpSync(join(project, openApi), join(outDir, 'openapi.json'));
  const bundled = Object.keys(metafile.inputs).filter((input) => !input.includes('node_modules/'));
  return { inputs: [...bundled, ...staticFiles.map((file) => `console/${file}`), openApi] };
};
