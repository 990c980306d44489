import type { Element } from 'domhandler';

/**
 * What the names and tags around a text tell about it, as bits that its descendants inherit. The words are
 * those that shop templates of many platforms and languages share; none belongs to a single shop.
 */
export const zone = {
  /** Not shown: `hidden`, `display:none`, `template`, `noscript`. */
  hidden: 1 << 0,
  /** Header, footer, navigation, side column. */
  chrome: 1 << 1,
  /** Other products: recommendations, cross-selling, recently viewed. */
  related: 1 << 2,
  /** Crossed out by markup or named as an old price. */
  struck: 1 << 3,
  shipping: 1 << 4,
  instalment: 1 << 5,
  /** Price per kilogram, litre, piece. */
  unit: 1 << 6,
  /** Basket and mini cart. */
  cart: 1 << 7,
  review: 1 << 8,
  /** Amount saved, discount, voucher, points. */
  saving: 1 << 9,
  /** Named as a price. */
  price: 1 << 10,
  /** Named as the price that holds now. */
  current: 1 << 11,
  /** Main product area. */
  main: 1 << 12,
  /** For members, subscribers or business customers only, or of used goods. */
  member: 1 << 13,
  /** Named as regular price, which is the price where nothing else stands beside it. */
  regular: 1 << 14,
  /** Inside a link to another page. */
  link: 1 << 15,
  /** Choice of a form: `option`, `label` of a variant. */
  option: 1 << 16,
  /** Description, specification, terms. */
  prose: 1 << 17,
  /** Heading element. */
  heading: 1 << 18,
  /** One of a list of products. */
  card: 1 << 19,
  /** Price without tax. */
  netOfTax: 1 << 20,
  /** Read aloud or shown to machines only; repeats what stands beside it. */
  offscreen: 1 << 21,
  /** Named as hidden or as a pop-up; a style sheet decides. */
  maybeHidden: 1 << 23,
  /** Price for a certain number of pieces. */
  tier: 1 << 24,
  /** One of several choices, and not the one that is taken. */
  unselected: 1 << 25,
  /** Marked up as the price by `itemprop="price"` or alike. */
  marked: 1 << 22,
} as const;

const word = (words: string): RegExp => new RegExp(`(?:^|[\\s_\\-:.])(?:${words})(?=$|[\\s_\\-:.\\d])`);

const nameRules: readonly (readonly [RegExp, number])[] = [
  [
    word(
      'related\\w*|recommend\\w*|recommandations?|recommendations?|similar\\w*|up-?sells?|cross-?sells?|crosssell\\w*|upsell\\w*|carousel|slider|swiper|slick|also|alsobought|viewed|recently\\w*|recent|history|accessor(?:y|ies)|zubehoer|suggestions?|suggested-?(?:products?|items?|for)\\w*|search-?suggest\\w*|complementary|alternativ\\w*|others?|sponsored|ads|advert\\w*|bestsellers?|trending|bought-together|fbt|bundle\\w*|sidebar|compare-?products|you-?may|freq\\w*|related|empfehlung\\w*|aehnlich\\w*|similaires|relacionad\\w*|correlat[ie]|pohozhie|rr-widget|hawk\\w*|nosto|certona|richrelevance|dynamic-?yield',
    ),
    zone.related,
  ],
  [
    word(
      'nav|navbar|navigation|menu|megamenu|footer|site-?header|page-?header|masthead|topbar|top-?bar|breadcrumbs?|cookie\\w*|newsletter|facets?|filters?|sort\\w*|pagination|toolbar|autocomplete',
    ),
    zone.chrome,
  ],
  [
    word(
      'antes|avant|eski\\w*|conseillee?|stara|stary|ancien|vecchio|gammel|vanha|old|oldprice|was|wasprice|list-?price|strike\\w*|struck|crossed|cross|line-?through|through|rrp|msrp|uvp|pvp|before|compare|compare-?at\\w*|original\\w*|orig(?:in)?|previous|prev|past|was-?price|old-?price|price-?old|former|statt|precio-?anterior|prix-?barre|strikethrough\\w*|prezzo-?vecchio|alter-?preis|streichpreis|zachytnuta|puvodni|perekreslen\\w*|lowest-?price|omnibus\\w*|lowest',
    ),
    zone.struck,
  ],
  [
    word(
      'regular|regular-?price|retail-?price|price-?regular|standard-?price|price-?standard|full-?price|base|non-?discounted\\w*',
    ),
    zone.regular,
  ],
  [
    word(
      'shipping\\w*|delivery\\w*|versand\\w*|livraison|lieferung|spedizione|envio|dostava|dostawa|dostavka|doprava|postage|frete|frakt|freight',
    ),
    zone.shipping,
  ],
  [
    word(
      'instal?l?ments?|installments?\\w*|monthly|month|per-?month|financ\\w*|credit\\w*|klarna\\w*|afterpay\\w*|affirm\\w*|clearpay|zip-?pay|laybuy|sezzle|paypal\\w*|credito|rates?|raten?|ratenzahlung|leasing|lease|parcel\\w*|cuotas?|mensualit\\w*|kredit\\w*|rassrochk\\w*|alma|splitit|humm|oney|scalapay|bnpl|parcelamento',
    ),
    zone.instalment,
  ],
  [
    word(
      'unit-?price|unitprice|price-?per\\w*|per-?unit|price-?unit|base-?price|baseprice|grundpreis|basic-?price|unit-?prices?|measure-?price|ppu|per-?(?:kg|100g|litre|liter|piece|item)',
    ),
    zone.unit,
  ],
  [
    // Not "add-to-cart" and "cart-form": those stand around the product's own price.
    /(?<!(?:add|to|in|into|around|product|buy|item)[-_]?)(?:^|[\s_\-:.])(?:cart|minicart|mini-?cart|basket|minibasket|warenkorb|checkout|totals?(?!-?price)|subtotals?|bag|panier|carrito|kosik|korzina)(?=$|[\s_\-:.\d])(?![-_](?:form|button|btn|add|action|qty|quantity))/,
    zone.cart,
  ],
  [
    word('reviews?|ratings?|comments?|testimonials?|feedback|bewertung\\w*|otzyv\\w*|qa|questions?|faq'),
    zone.review,
  ],
  [
    word(
      'sav(?:e|es|ed|ing|ings)|you-?save|discount-?(?:amount|value|percent\\w*|badge|label)|percent\\w*|ersparnis|rabatt|vouchers?|coupons?|cash-?back|points?|bonus\\w*|reward\\w*|loyalty|gift\\w*|deposit|pfand|trade-?in|insurance|warrant(?:y|ies)|protection|donat\\w*|services?|economy|economia|badge|promo-?code|free-?delivery|threshold|badges|skidka-?summa',
    ),
    zone.saving,
  ],
  [
    word(
      'used|second-?hand|gebraucht|members?|membership|club|plus-?price|subscri\\w*|prime|b2b|business|wholesale|subscribe-?save|sns|(?<!product[\\s_-])card-?price|abo|club-?price',
    ),
    zone.member,
  ],
  [
    word(
      'ex-?vat|excl?-?vat|excl?-?tax|excluding-?tax|without-?tax|price-?excl\\w*|net-?price|netto|price-?ht|tax-?excl\\w*|ohne-?mwst|sans-?tva',
    ),
    zone.netOfTax,
  ],
  [
    word(
      'price|prices|preis\\w*|prix|precio\\w*|preco\\w*|prezzo|prezzi|cena|ceny|tsena|fiyat\\w*|hinta|pris|prijs|kaina|hind|ar|price\\w*|\\w*price|\\w*preis|money|amount|cost|offer-?price|woocommerce-price-amount|pricing|valor',
    ),
    zone.price,
  ],
  [
    word(
      'current\\w*|actuel(?:le)?|attuale|aktuell\\w*|yeni|prezzo-?attuale|precio-?actual|sale|sales|special|final\\w*|now|actual|our-?price|your-?price|new-?price|price-?new|sale-?price|price-?sale|special-?price|selling\\w*|offer-?price|promo-?price|discounted\\w*|reduced|action|today|deal|buy-?price|main-?price|price-?main|price-?value|product-?price|prezzo-?finale|precio-?final|aktionspreis|angebotspreis',
    ),
    zone.current,
  ],
  [
    word(
      'product-?(?:main|detail|details|info|information|summary|view|page|essential|single|shop|content|form|buy\\w*|purchase\\w*|hero|header|top|primary)|pdp\\w*|pdp-?\\w+|buy-?box|buybox|main-?product|product-single|single-product|summary|add-?to-?(?:cart|basket|bag)|purchase|item-?(?:detail|info|main|page)\\w*|goods-?(?:info|detail)\\w*|artikel-?(?:detail|info)\\w*|detail-?(?:info|main|buy|price)\\w*',
    ),
    zone.main,
  ],
  [
    word(
      'tier\\w*|tiered-?pric\\w*|bulk\\w*|volume-?pric\\w*|staffel\\w*|quantity-?(?:price|discount|break)s?|qty-?(?:price|discount|break)s?|graduated-?pric\\w*',
    ),
    zone.tier,
  ],
  [
    word(
      'description|descr|desc|specs?|specifications?|features|beschreibung|opisanie|terms|conditions|legal|disclaimer|article-?body|blog|post|news',
    ),
    zone.prose,
  ],
  [
    word(
      'product-?(?:item|card|tile|box|list(?!-?row)|grid|listing|miniature|thumb\\w*|teaser|block|small|slide)\\w*|products-?(?:list|grid|row)|item-?(?:card|tile|list)|products|goods-?(?:item|card|list)|catalog-?(?:item|list|grid)|tile|card-?product|search-?result\\w*|listing-?item|grid-?item|product-container',
    ),
    zone.card,
  ],
  [
    word(
      'sr-?only|screen-?reader\\w*|visually-?hidden|offscreen|off-?screen|visuallyhidden|a11y\\w*|u-hidden-visually|assistive\\w*|hidden-?text',
    ),
    zone.offscreen,
  ],
  [
    /(?:^|[\s_-])(?:hidden|hide|d-none|is-hidden|display-?none|invisible|ng-hide|modal|popup|tooltip|dialog|overlay|lightbox)(?=$|\s|-(?!xs|sm|md|lg|xl|mobile|desktop|tablet|print|phone|on|for|from|if|when|in|at))/,
    zone.maybeHidden,
  ],
];

/** Splits `productPrice--old` into the words `product price old`, lower case. */
const spaced = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('__', '-')
    .replaceAll('--', '-')
    .replaceAll('_', '-')
    .toLowerCase();

/**
 * Answers for single names. Shops share their templates' names, so that most are known after a few pages; what a
 * name means never changes. Emptied when full: generated names must not fill the memory.
 */
const knownNames = new Map<string, number>();
const maxKnownNames = 20_000;

const zonesOfName = (name: string): number => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const text = spaced(name);
  let zones = 0;
  for (const [pattern, bit] of nameRules) if (pattern.test(text)) zones |= bit;
  // "price with-list-price" is the price that has another one beside it, "block has-installments" one that tells of them.
  if (/^(?:with|has|is-not|no|without)-|-(?:with|has)-/.test(text))
    zones &= ~(zone.struck | zone.instalment | zone.shipping | zone.unit | zone.saving | zone.tier);
  // "product-item-detail" is the page's own product, "product-item" one of a list.
  if (/(?:^|[\s_-])details?(?=$|[\s_-])/.test(text)) zones &= ~zone.card;
  if (knownNames.size >= maxKnownNames) knownNames.clear();
  knownNames.set(name, zones);
  return zones;
};

/** Most names of one element that are read, and the longest. */
const maxNames = 40;
const maxNameLength = 80;

/** Reads the class and id of one element, separated by white space. */
export const zonesOfNames = (names: string): number => {
  if (!/\s/.test(names)) return names !== '' && names.length <= maxNameLength ? zonesOfName(names) : 0;
  let zones = 0;
  for (const name of names.split(/\s+/, maxNames))
    if (name !== '' && name.length <= maxNameLength) zones |= zonesOfName(name);
  return zones;
};

/** What the class and the id of an element tell. */
export const zonesOfElement = ({ attribs }: Element): number =>
  zonesOfNames(`${attribs.class ?? ''} ${attribs.id ?? ''}`.trim());

const tagZones: Record<string, number> = {
  nav: zone.chrome,
  footer: zone.chrome,
  aside: zone.related,
  dialog: zone.related,
  // What a script has computed from what the visitor chose, such as the rate of a loan.
  output: zone.instalment,
  del: zone.struck,
  s: zone.struck,
  strike: zone.struck,
  ins: zone.current,
  template: zone.hidden,
  noscript: zone.hidden,
  option: zone.option,
  main: zone.main,
  h1: zone.heading,
  h2: zone.heading,
  h3: zone.heading,
};

/** Zones that a tag name brings by itself. */
export const zonesOfTag = (tagName: string): number =>
  Object.hasOwn(tagZones, tagName) ? tagZones[tagName]! : 0;
