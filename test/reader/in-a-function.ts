// Run by a test in a separate process with Lambda's Node.js options and a worker's file. Must exit by itself
// without closing anything.
import { pathToFileURL } from 'node:url';
import { createReaderPool } from '../../lambdas/reader/worker-pool.ts';
import { WebError } from '../../lambdas/web/web-error.ts';

const pool = createReaderPool({
  entry: pathToFileURL(process.argv[2]!),
  limits: { workers: 2, heapMb: 64, youngHeapMb: 16, readMs: 600_000, readyWorkers: 2, growAfterMs: 100 },
});
const url = 'https://shop.example/p/1';
const read = (html: string) =>
  pool.read('readWithSigns', { html, finalUrl: url }, [{ url }], new AbortController().signal);
const outcome: unknown = await read('<h1>A</h1><!-- fills -->').catch((error: unknown) =>
  error instanceof WebError ? error.code : String(error),
);
const { extraction } = await read('<h1>Lamp</h1><p>€ 12.50</p><button>Add to cart</button>');
process.stdout.write(JSON.stringify({ outcome, next: extraction.Outcome }));
