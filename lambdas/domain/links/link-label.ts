const maxLength = 128;

/** FNV-1a hash. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
};

/**
 * The SKU to send for a product of which only the link is known: the link without scheme and credentials, such as
 * `shop.example/p/kettle`. Links of different pages get different labels, so that their prices are not compared.
 *
 * @returns 1 to 128 printable ASCII characters.
 * @throws TypeError if the link is not an absolute URL.
 */
export const labelOfLink = (link: string): string => {
  const { host, pathname, search, hash } = new URL(link);
  const label = `${host}${pathname === '/' ? '' : pathname}${search}${hash}`;
  const end = `~${hashOf(label)}`;
  return label.length <= maxLength ? label : label.slice(0, maxLength - end.length) + end;
};

/** True if a requested SKU only repeats the link, and so says nothing about the numbers on its page. */
export const isLabelOfLink = (sku: string, link: string | undefined): boolean =>
  link !== undefined && URL.canParse(link) && sku === labelOfLink(link);
