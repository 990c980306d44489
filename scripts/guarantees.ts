/**
 * What the service promises, and what tries to break each promise. `npm run endurance` prints a row for each;
 * the table in README.md, "What it guarantees", names the same rows.
 */
export interface Guarantee {
  row: string;
  /** As README.md words it. */
  promise: string;
  /** Names of parts of `endurance.ts`; one part may try several promises at once. */
  parts: readonly string[];
}

export const guarantees: readonly Guarantee[] = [
  {
    row: 'status',
    promise:
      'A status never turns back for any reader: not by duplicate or late messages, nor under clocks that differ by two seconds',
    parts: ['histories', 'histories over HTTP', 'lifecycle tests'],
  },
  {
    row: 'times',
    promise:
      'Completed only before the deadline; Failed from the very millisecond of the deadline; 404 from the very end of the retention',
    parts: ['histories', 'histories over HTTP', 'time tests'],
  },
  {
    row: 'lossless',
    promise:
      'What was accepted is scraped, or fails at its deadline; what was refused left nothing that anybody could read',
    parts: [
      'histories',
      'histories over HTTP',
      'load',
      'load beyond capacity',
      'kill and restart',
      'fault tests',
    ],
  },
  {
    row: 'outage',
    promise:
      'Trouble of the store loses nothing that was scraped and asks no shop twice; nothing is dead-lettered before its deadline',
    parts: ['outages', 'outages and kills', 'outage tests'],
  },
  {
    row: 'half-done',
    promise:
      'A request of which something was processed completes with it before its deadline, whatever became of the rest',
    parts: ['half-done requests', 'closing tests'],
  },
  {
    row: 'delivery',
    promise:
      'The end of a request is posted to its webhook at least once, signed, with one identifier and ' +
      'one body, in one chain of tries, whatever befalls; none is forged, and no post goes where pages ' +
      'may not',
    parts: ['deliveries', 'deliveries over HTTP', 'delivery tests'],
  },
  {
    row: 'watch',
    promise:
      'A watch asks once for each run and each second look, and every change that two looks or a ' +
      'certain one have seen is told with one identifier, whatever befalls',
    parts: ['watches', 'watches over days', 'watch tests'],
  },
  {
    row: 'hosts',
    promise:
      'A request asks for no more than `maxFetchesPerHost` pages of a host at a time, in however many ' +
      'messages they are, as long as the queue has each of them once',
    parts: ['catalogues', 'tests of one host'],
  },
  {
    row: 'versions',
    promise:
      'What the version before or after has queued or stored is processed, also where a rule has become stricter since',
    parts: ['version tests'],
  },
  {
    row: 'once',
    promise: 'A repeated call with its `Idempotency-Key` is one request',
    parts: ['histories', 'histories over HTTP', 'fault tests'],
  },
  {
    row: 'quotas',
    promise: 'Of calls at the same time no more pass than a quota allows',
    parts: ['quota tests'],
  },
  {
    row: 'prices',
    promise: 'No amount that does not stand on the page, none that went through a float',
    parts: ['fuzz: money', 'fuzz: pages'],
  },
  {
    row: 'pages',
    promise: 'No page holds the others up: each ends within its time',
    parts: ['fuzz: repetitions', 'hostile page tests'],
  },
  {
    row: 'reading',
    promise:
      'Whatever is read of pages, selectors and texts is read in time that grows with its length, away from the first thread',
    parts: ['fuzz: growth', 'reader tests'],
  },
  {
    row: 'memory',
    promise:
      'No page takes the memory, processors or traffic of others: whatever of it asks, and wherever that lies, it ends at its own cap',
    parts: ['attacking page tests'],
  },
  {
    row: 'renderer',
    promise:
      'The browser holds no right and no secret, and nothing of the page before; where its function is ' +
      'killed, throttled, out of memory or time, or lies, only its own pages are touched',
    parts: ['renderer tests'],
  },
  {
    row: 'shops',
    promise:
      'No search and no page makes the service act on a shop: what gives an order is followed in no tier, whoever leads there',
    parts: ['search tests'],
  },
  {
    row: 'targets',
    promise: 'Nothing but the public web is reached',
    parts: ['fuzz: addresses', 'egress tests'],
  },
  {
    row: 'input',
    promise: 'No input is a 5xx, and none is costly before its caller is known',
    parts: ['fuzz: API', 'input tests'],
  },
  {
    row: 'size',
    promise: 'The largest results of 100 sites fit into one item, each with its price; what was cut is named',
    parts: ['largest results'],
  },
  {
    row: 'residue',
    promise: 'A page leaves nothing behind: no process, file, socket or memory',
    parts: ['soak', 'hostile page tests'],
  },
  {
    row: 'silence',
    promise:
      'A 401 tells nothing of its cause, not even by its time once a UID was looked up; a foreign request is the same 404 as none',
    parts: ['times of a 401', 'secrecy tests'],
  },
  {
    row: 'injection',
    promise: 'No text splits a header or a log line, and none reaches a prototype',
    parts: ['injection tests'],
  },
  {
    row: 'sources',
    promise:
      'Every dependency is pinned, licensed and accounted for; no file holds a secret, no expression backtracks without end',
    parts: ['lock file', 'licenses', 'vulnerabilities', 'secrets', 'regular expressions'],
  },
];
