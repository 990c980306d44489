declare module 'dynalite' {
  import type { Server } from 'node:http';
  /** @param options - see the package's index.js. */
  export default function dynalite(options?: { createTableMs?: number; path?: string }): Server;
}
