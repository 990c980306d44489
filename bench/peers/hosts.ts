/** Hosts of the shop, all on loopback: a request may name as many sites. */
export const shopHosts = 24;

/** Origin of a page; pages are spread over the hosts in turn. */
export const originOf = (port: number | string, index: number, hosts: number): string =>
  `http://127.0.0.${1 + (index % hosts)}:${port}`;
