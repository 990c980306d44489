import type { Colors } from 'picocolors/types.js';
import { defaultLocalAddress } from '../addresses.ts';
import type { LocalStack } from '../stack.ts';

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Formats addresses, credentials and commands to try. @param scrapeRequestId - a request that can be read now. */
export const startHints = (
  stack: LocalStack,
  scrapeRequestId: string | undefined,
  colors: Colors,
): string => {
  const { apiUrl, webUrl, credentials } = stack;
  const { uid, licenseKey } = stack.license!;
  const { sku, sellingSites } = stack.shops!;
  const body = JSON.stringify({
    Authorization: { LicenseKey: licenseKey, UID: uid },
    Data: { Sku: sku, SellingSites: [{ Url: sellingSites[0]!.Url }] },
  });
  const queueUrl = `${apiUrl}/api/scrap_prices/queue`;
  const statusUrl = `${apiUrl}/api/scrap_prices/${scrapeRequestId ?? 'REQUEST_ID'}`;
  const places = [
    ['API', apiUrl],
    // In the fragment, which browsers do not send. The console reads the license key with it.
    ['Console', `${webUrl}/#access=${credentials.accessKeyId}`],
    ['Documentation', `${webUrl}/docs/`],
    ['UID', uid],
    ['License key', licenseKey],
  ] as const;
  const local = webUrl === defaultLocalAddress ? '--local' : `--local ${webUrl}`;
  return [
    ...places.map(([what, where]) => `${what.padEnd(14)} ${colors.cyan(where)}`),
    '',
    'Scrape the same shops from the command line:',
    `npx scrap-prices scrape ${local} --demo`,
    '',
    'Queue a request:',
    `curl -i ${queueUrl} -H 'Content-Type: application/json' -d ${quoted(body)}`,
    '',
    scrapeRequestId === undefined
      ? 'Read its result, with the RequestId from the response:'
      : 'Read a result (this one is kept for five minutes; later, use your own RequestId):',
    `curl -s ${statusUrl} -u ${quoted(`${uid}:${licenseKey}`)}`,
    '',
    'Show statistics, and follow the logs:',
    `npx scrap-prices stats ${local}`,
    `npx scrap-prices tail ${local}`,
  ].join('\n');
};
