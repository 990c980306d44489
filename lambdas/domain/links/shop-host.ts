/** The host of a shop's address, without `www.`: `www.shop.example:8443` is `shop.example:8443`. */
export const shopHostOf = ({ host }: URL): string => host.replace(/^www\./, '');
