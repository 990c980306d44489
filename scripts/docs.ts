/**
 * `npm run docs`: generates docs/openapi.json, docs/selling-sites.schema.json, docs/errors.md, docs/commands.md,
 * client/api-types.ts, docs/deployment.schema.json and the table of docs/settings.md from the code.
 *
 * `npm run docs -- --pictures [FOLDER]`: takes the screenshots of docs/images from a local stack instead. With a folder:
 * every state of the console, in both themes at four widths, for review.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deploymentJsonSchema } from '../lib/deployments.ts';
import { settingsTable } from '../lib/settings-table.ts';
import { commandsPage } from './commands-page.ts';
import { clientTypes } from './openapi/client-types.ts';
import { openApiDocument } from './openapi/document.ts';
import { errorsPage } from './openapi/errors-page.ts';
import { registryFileSchema } from './openapi/schemas.ts';
import { programOptions } from './program-options.ts';

const fileOf = (path: string): URL => new URL(`../${path}`, import.meta.url);
const write = (path: string, text: string): void => {
  const isCurrent = existsSync(fileOf(path)) && readFileSync(fileOf(path), 'utf8') === text;
  if (!isCurrent) writeFileSync(fileOf(path), text);
  console.log(`${isCurrent ? 'up to date' : 'written   '}  ${path}`);
};
const writeJson = (path: string, content: unknown): void =>
  write(path, `${JSON.stringify(content, null, 2)}\n`);

const { values } = programOptions(import.meta.filename, {
  allowPositionals: true,
  options: { pictures: { type: 'boolean', default: false } },
});
if (values.pictures) await import('./pictures.ts');
else {
  writeJson('docs/openapi.json', openApiDocument());
  writeJson('docs/selling-sites.schema.json', registryFileSchema());
  write('docs/errors.md', errorsPage());
  write('docs/commands.md', commandsPage());
  write('client/api-types.ts', clientTypes());
  writeJson('docs/deployment.schema.json', deploymentJsonSchema());
  const settings = readFileSync(fileOf('docs/settings.md'), 'utf8');
  write('docs/settings.md', settings.replace(/\| Setting \|[\s\S]*?\n(?=\n)/, `${settingsTable()}\n`));
}
