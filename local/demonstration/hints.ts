import type { Colors } from 'picocolors/types.js';
import { defaultLocalAddress } from '../addresses.ts';
import type { LocalStack } from '../stack.ts';

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Formats addresses, credentials and commands to try. */
export const startHints = (stack: LocalStack, colors: Colors): string => {
  const { apiUrl, webUrl, credentials } = stack;
  const { uid, licenseKey } = stack.license!;
  const { sku, sellingSites } = stack.shops!;
  const body = JSON.stringify({
    Authorization: { LicenseKey: licenseKey, UID: uid },
    Data: { Sku: sku, SellingSites: [{ Url: sellingSites[0]!.Url }] },
  });
  const queueUrl = `${apiUrl}/api/scrap_prices/queue`;
  const statusUrl = `${apiUrl}/api/scrap_prices/REQUEST_ID`;
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
    'Scrape the demonstration shops from the command line:',
    `npx scrap-prices scrape ${local} --demo`,
    '',
    'Queue a request:',
    `curl -i ${queueUrl} -H 'Content-Type: application/json' -d ${quoted(body)}`,
    '',
    'Read its result, with the RequestId from the response:',
    `curl -s ${statusUrl} -u ${quoted(`${uid}:${licenseKey}`)}`,
    '',
    'Show statistics, and follow the logs:',
    `npx scrap-prices stats ${local}`,
    `npx scrap-prices tail ${local}`,
  ].join('\n');
};
