/**
 * `npm run docs`: writes `docs/openapi.json`, `docs/selling-sites.schema.json`, `docs/errors.md` and `client/api-types.ts`
 * from the schemas in `lambdas/domain`. A test fails while one of them is out of date.
 */
import { writeFileSync } from 'node:fs';
import { clientTypes } from './openapi/client-types.ts';
import { openApiDocument } from './openapi/document.ts';
import { errorsPage } from './openapi/errors-page.ts';
import { registryFileSchema } from './openapi/schemas.ts';

const write = (file: string, text: string): void =>
  writeFileSync(new URL(`../docs/${file}`, import.meta.url), text);
const writeJson = (file: string, content: unknown): void =>
  write(file, `${JSON.stringify(content, null, 2)}\n`);

writeJson('openapi.json', openApiDocument());
writeJson('selling-sites.schema.json', registryFileSchema());
write('errors.md', errorsPage());
writeFileSync(new URL('../client/api-types.ts', import.meta.url), clientTypes());
