// `npm run bench:cost`: the AWS bill for a number of scraped sites, from durations and list prices, as the
// tables in docs/cost.md. Writes them into that file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** List prices in us-east-1, US dollars, as published in November 2026; check them before you rely on them. */
const prices = {
  lambdaGbSecondX86: 0.0000166667,
  lambdaGbSecondArm: 0.0000133334,
  lambdaRequest: 0.2 / 1e6,
  apiRequest: 3.5 / 1e6,
  sqsRequest: 0.4 / 1e6,
  dynamoDbWrite: 0.625 / 1e6,
  dynamoDbRead: 0.125 / 1e6,
  logsGb: 0.5,
};

/**
 * What one message of eight sites takes, in seconds of one function. Our own part was measured on loopback (see
 * bench/results/web.txt); it is small beside the shops' answering time, which is assumed.
 */
const assumed = {
  /** A shop answers in about a second; eight are fetched side by side. */
  httpGroupSeconds: 2.5,
  /** Launch, and four pages at a time at about two seconds each. */
  browserGroupSeconds: 8,
  apiCallSeconds: 0.03,
};
const scraperGb = 3_008 / 1_024;
const apiGb = 512 / 1_024;
const sitesPerGroup = 8;
const pollsPerRequest = 4;
const logBytesPerSite = 900;

interface Bill {
  lambda: number;
  api: number;
  queue: number;
  table: number;
  logs: number;
}

/** @param browserShare - 0 to 1, of the groups that need the browser. */
const billFor = (sites: number, browserShare: number): Bill => {
  const groups = sites / sitesPerGroup;
  const apiCalls = groups * (1 + pollsPerRequest);
  const groupSeconds =
    assumed.httpGroupSeconds * (1 - browserShare) + assumed.browserGroupSeconds * browserShare;
  return {
    lambda:
      groups * (groupSeconds * scraperGb * prices.lambdaGbSecondX86 + prices.lambdaRequest) +
      apiCalls * (assumed.apiCallSeconds * apiGb * prices.lambdaGbSecondArm + prices.lambdaRequest),
    api: apiCalls * prices.apiRequest,
    // Sent, received, deleted.
    queue: groups * 3 * prices.sqsRequest,
    // Put (2 KB) and one update (8 KB) are 10 write units; a strongly consistent read of 8 KB is 2 read units.
    table: groups * 10 * prices.dynamoDbWrite + apiCalls * 3 * prices.dynamoDbRead,
    logs: ((sites * logBytesPerSite) / 1e9) * prices.logsGb,
  };
};

const sum = (bill: Bill): number => Object.values(bill).reduce((total, part) => total + part, 0);
const dollars = (amount: number): string =>
  amount < 0.01
    ? '< 0.01'
    : amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const shares = [
  { name: 'HTTP only', share: 0 },
  { name: 'one in five in the browser', share: 0.2 },
  { name: 'Browser only', share: 1 },
];

const perThousand = [
  '| Per 1,000 sites, US$ | Lambda | API Gateway | SQS | DynamoDB | Logs | Sum |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
  ...shares.map(({ name, share }) => {
    const bill = billFor(1_000, share);
    const { lambda, api, queue, table, logs } = bill;
    return `| ${name} | ${[lambda, api, queue, table, logs, sum(bill)].map((part) => part.toFixed(4)).join(' | ')} |`;
  }),
].join('\n');

const perMonth = [
  `| Sites a month | ${shares.map(({ name }) => `${name}, US$`).join(' | ')} | Scrapers at once, on average |`,
  '| ---: | ---: | ---: | ---: | ---: |',
  ...[1e3, 1e6, 1e9].map((sites) => {
    const busy = ((sites / sitesPerGroup) * assumed.httpGroupSeconds) / (30 * 86_400);
    const busyBrowser = ((sites / sitesPerGroup) * assumed.browserGroupSeconds) / (30 * 86_400);
    const bills = shares.map(({ share }) => dollars(sum(billFor(sites, share)))).join(' | ');
    return `| ${sites.toLocaleString('en-US')} | ${bills} | ${busy < 1 ? '< 1' : Math.round(busy)} to ${busyBrowser < 1 ? '< 1' : Math.round(busyBrowser)} |`;
  }),
].join('\n');

const file = join(import.meta.dirname, '../docs/cost.md');
const place = (text: string, name: string, table: string): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- end -->)`),
    (_match, start: string, end: string) => `${start}${table}${end}`,
  );
writeFileSync(
  file,
  place(place(readFileSync(file, 'utf8'), 'per-thousand', perThousand), 'per-month', perMonth),
);
process.stdout.write(`${perThousand}\n\n${perMonth}\n`);
