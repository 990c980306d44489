import { join } from 'node:path';

/** Where `buildConsole` writes by default. */
export const consoleFolder = join(import.meta.dirname, '../build/console');
