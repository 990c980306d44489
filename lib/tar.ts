import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const blockBytes = 512;

const field = (header: Buffer, start: number, length: number): string =>
  header.toString('utf8', start, start + length).replace(/\0.*$/s, '');

/**
 * Unpacks the plain files of a ustar archive, as in the Chromium package.
 * @see https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html#tag_20_92_13_06
 */
export const extractTar = (archive: Buffer, folder: string): void => {
  for (let offset = 0; offset + blockBytes <= archive.length; ) {
    const header = archive.subarray(offset, offset + blockBytes);
    if (header[0] === 0) return;
    const name = normalize(join(field(header, 345, 155), field(header, 0, 100)));
    const bytes = Number.parseInt(field(header, 124, 12), 8);
    const type = String.fromCharCode(header[156] ?? 0);
    offset += blockBytes;
    if (name.startsWith('..')) throw new Error(`The archive has a file outside its folder: ${name}`);
    if (type === '0' || type === '\0') {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, archive.subarray(offset, offset + bytes));
    }
    offset += Math.ceil(bytes / blockBytes) * blockBytes;
  }
};
