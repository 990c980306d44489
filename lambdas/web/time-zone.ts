/** Most populous time zone of countries with several; ISO 3166-1 alpha-2 to IANA. */
const largestTimeZones: Readonly<Record<string, string>> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Truk',
  GL: 'America/Godthab',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kiev',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** `getTimeZones` is newer than the types. */
type Market = Intl.Locale & { getTimeZones?(): string[] | undefined };

/**
 * Time zone of a visitor in a market.
 *
 * @param language - BCP 47 with a region, e.g. `de-DE`.
 * @returns an IANA name; `undefined` if the region has none or is missing.
 */
export const timeZoneOf = (language: string): string | undefined => {
  const market: Market = new Intl.Locale(language);
  const { region } = market;
  if (region === undefined) return undefined;
  return largestTimeZones[region] ?? market.getTimeZones?.()?.[0];
};
