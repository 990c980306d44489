// `npm run docs`: writes the table of settings into docs/settings.md, and the JSON schema of the files of
// deployments.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploymentJsonSchema } from '../lib/deployments.ts';
import { settingsTable } from '../lib/settings-table.ts';

const docs = join(import.meta.dirname, '../docs');
const file = join(docs, 'settings.md');
const text = readFileSync(file, 'utf8');
writeFileSync(file, text.replace(/\| Setting \|[\s\S]*?\n(?=\n)/, `${settingsTable()}\n`));
writeFileSync(join(docs, 'deployment.schema.json'), `${JSON.stringify(deploymentJsonSchema(), null, 2)}\n`);
