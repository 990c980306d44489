import { join } from 'node:path';

/** Where `buildConsole` writes by default. */
export const consoleFolder = join(import.meta.dirname, '../build/console');

/**
 * Sent with every page of the console, beside the policies that the pages carry themselves: no other site may frame
 * it, and addresses stay at home.
 */
export const consoleHeaders = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
