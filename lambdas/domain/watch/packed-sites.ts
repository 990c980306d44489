import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { QueuedSite } from '../site/queued-site.ts';

/** DynamoDB's limit for an item is 400 KB with names and keys. */
const maxPackedBytes = 380_000;
/** As JSON: a call's body is a fraction of this, but registry entries add to it. */
const maxBytes = 16 * 1024 * 1024;

export const packSites = (sites: readonly QueuedSite[]): Uint8Array =>
  brotliCompressSync(JSON.stringify(sites));

export const unpackSites = (packed: Uint8Array): QueuedSite[] =>
  JSON.parse(brotliDecompressSync(packed, { maxOutputLength: maxBytes }).toString('utf8')) as QueuedSite[];

/** True if the sites of a watch fit into one item. */
export const fitInItem = (sites: readonly QueuedSite[]): boolean => packSites(sites).length <= maxPackedBytes;
