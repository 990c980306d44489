import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Where packages are put together. */
export const packageFolder = (name: string): string => join(root, 'build/packages', name);

/** Where archives lie, as they would be published. */
export const archivesFolder = join(root, 'build/archives');
