/**
 * `npm run docs`: writes `docs/openapi.json`, `docs/selling-sites.schema.json` and `client/api-types.ts` from the
 * contract's schemas.
 * A test holds both current: run `npm run docs` after a change of the contract.
 */
import { writeFileSync } from 'node:fs';
import { clientTypes } from './openapi/client-types.ts';
import { openApiDocument } from './openapi/document.ts';
import { registryFileSchema } from './openapi/schemas.ts';

const write = (file: string, content: unknown): void =>
  writeFileSync(new URL(`../docs/${file}`, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);

write('openapi.json', openApiDocument());
write('selling-sites.schema.json', registryFileSchema());
writeFileSync(new URL('../client/api-types.ts', import.meta.url), clientTypes());
