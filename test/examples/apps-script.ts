import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

interface SheetRun {
  script: string;
  /** Rows of the sheet below its header. */
  rows: string[][];
  properties: Record<string, string>;
}

interface FetchOptions {
  method?: string;
  headers?: object;
  contentType?: string;
  payload?: string;
}

const { script, rows, properties } = workerData as SheetRun;
let written: string[][] = [];

const fetchNow = (url: string, options: FetchOptions) => {
  const headers = Object.entries({ 'Content-Type': options.contentType, ...options.headers });
  const answer = execFileSync(
    'curl',
    [
      ...['-s', '-X', (options.method ?? 'get').toUpperCase(), '-w', '\n%{http_code}'],
      ...headers.flatMap(([name, value]) => (value ? ['-H', `${name}: ${value}`] : [])),
      ...(options.payload ? ['--data-binary', options.payload] : []),
      url,
    ],
    { encoding: 'utf8' },
  );
  const end = answer.lastIndexOf('\n');
  return {
    getResponseCode: () => Number(answer.slice(end)),
    getContentText: () => answer.slice(0, end),
    getHeaders: () => ({}),
  };
};

const sheet = {
  getLastRow: () => rows.length + 1,
  getRange: () => ({
    getDisplayValues: () => rows,
    setValues: (values: string[][]) => {
      written = values;
    },
  }),
};

runInNewContext(`${script}\nupdatePrices();`, {
  PropertiesService: { getScriptProperties: () => ({ getProperty: (name: string) => properties[name] }) },
  SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheets: () => [sheet] }) },
  UrlFetchApp: { fetch: fetchNow },
  Utilities: { sleep: () => {} },
});
parentPort!.postMessage(written);
