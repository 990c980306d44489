/** For help and completion, which start without the checks themselves. */
export const checkNames = [
  'account',
  'functions',
  'queue',
  'api',
  'domain',
  'scrape',
  'watches',
  'exports',
  'logs',
  'metrics',
  'memory',
  'alarms',
] as const;
