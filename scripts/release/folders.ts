import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export const packageFolder = (name: string): string => join(root, 'build/packages', name);

export const archivesFolder = join(root, 'build/archives');
