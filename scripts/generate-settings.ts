// `npm run docs:settings`: writes the table of settings into docs/settings.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '../lib/settings-table.ts';

const file = join(import.meta.dirname, '../docs/settings.md');
const text = readFileSync(file, 'utf8');
writeFileSync(file, text.replace(/\| Setting \|[\s\S]*?\n(?=\n)/, `${settingsTable()}\n`));
