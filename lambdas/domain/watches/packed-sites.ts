import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { QueuedSite } from '../queue-request.ts';

/** DynamoDB takes 400 KB as an item, with names and all else. */
const maxPackedBytes = 380_000;
/** As JSON; a call's body is a fraction of it, and the deployment's own sites add to it. */
const maxBytes = 16 * 1024 * 1024;

/** The sites of a watch as they are stored. */
export const packSites = (sites: readonly QueuedSite[]): Uint8Array =>
  brotliCompressSync(JSON.stringify(sites));

export const unpackSites = (packed: Uint8Array): QueuedSite[] =>
  JSON.parse(brotliDecompressSync(packed, { maxOutputLength: maxBytes }).toString('utf8')) as QueuedSite[];

/** True if the sites of a watch fit into an item. */
export const fitAnItem = (sites: readonly QueuedSite[]): boolean => packSites(sites).length <= maxPackedBytes;
