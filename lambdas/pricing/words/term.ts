/** Attributes in which two products differ; these roles have values. */
const contrasts = {
  Colour: 'the colour of a product',
  Platform: 'the device that a game or program is for',
  Flavour: 'the taste of food',
  Animal: 'the animal that it is for',
  LifeStage: 'the age of that animal',
  Finish: 'the gloss of a surface',
  Form: 'the dosage form of a medicine',
  Height: 'the cut of shoes, and the like',
  Concentration: 'the strength of a perfume',
  Cell: 'the size of a battery',
  Hand: 'the hand that it is for',
} as const;

/** Roles matched in plain text, without accents: titles, conditions, and text before numbers. */
const plain = {
  ...contrasts,
  Men: 'for men',
  Women: 'for women',
  Kids: 'for children',
  Accessory: 'an accessory of a product: "case", "charger"',
  Substitute: 'a substitute by another manufacturer, whose name may follow: "alternative", "replaces"',
  Kind: 'a product that is also a part of others: "battery", "cable"',
  Part: 'a part of a work, before its number: "volume"',
  Set: 'several products sold as one',
  Grade: 'a member of a product family: "pro"; `common` for everyday words such as "light"',
  For: 'connects a thing with what it is for',
  Nothing: 'a word that distinguishes no products',
  Container: 'packaging: "bottle"',
  Pack: 'a pack with a number of pieces, without digits',
  Goods: 'a product noun, rarely used for parts or accessories: "headphones"',
  Feature: 'a property that any model may have: "cordless"',
  Supply:
    'a consumable: beside a number it has that number or fits the device with it; beside a measure, "engine oil 5 l", it is the product',
  GoesWith: 'like For, only before a number',
  Relation: "before the label of another product's number, which it fits or replaces",
  ConditionLabel: 'labels the condition',
  Condition: 'the condition, by its name in results: New, Used, Refurbished, OpenBox, Damaged',
} as const;

/** Roles of phrases. Roles of amounts come first; most are named after the qualifier they set. */
export const roles = {
  // Of an amount: which price it is.
  Price: 'a name for the price',
  Now: 'the current price, beside an old one',
  Total: 'the total of the selected items',
  Discounted: 'a price with the discount already deducted, although its name contains a word for saving',
  Was: 'a previous price, or one for comparison only',
  Regular: 'old beside a lower price; otherwise the price, unless another one is for everybody',
  From: 'the lowest of several prices',
  Gross: 'a price with tax, also beside one without',
  NetOfTax: 'a price without tax, which only businesses pay',
  Basket: 'a discount deducted in the cart for everybody',
  // Amounts that are not everybody's price for one unit.
  Members: 'for club members, card holders or subscribers',
  NonMembers: "everybody else's price, beside a member price",
  OtherCondition: 'a used offer, beside the new one',
  PaymentMethod: 'for a single payment method',
  Bid: 'an auction bid',
  Worth: "a past sale price, an estimate, or a seller's proceeds",
  PerUnit: 'a unit price, such as per kilogram',
  Instalment: 'a part of the price that is paid repeatedly',
  Rent: 'a rental price',
  Tier: 'a price per piece for larger quantities',
  Approximate: 'a conversion into another currency',
  // Amounts that are not prices.
  Saving: 'an amount deducted',
  Shipping: 'a shipping cost',
  FreeShipping: 'free shipping, in a line with nothing else',
  FreeFrom: 'free above an amount',
  Threshold: 'an amount to be reached, not paid',
  Deposit: 'a statutory charge on top of the price, or a refundable deposit',
  Surcharge: 'a charge for an extra service: wrapping, assembly, insurance',
  Tax: 'the tax itself',
  // Beside an amount, without meaning for it.
  Piece: 'for one piece, or a word joining such words',
  Bargain: "a seller's terms of negotiation",
  // Availability of a product, named as in schema.org.
  Discontinued: 'no longer sold',
  PreOrder: 'not released, can be ordered',
  BackOrder: 'unavailable, can be ordered',
  OutOfStock: 'unavailable',
  LimitedAvailability: 'few are left',
  InStock: 'available',
  StockLabel: 'labels the availability',
  NotYet: 'moves the state after it into the future: "soon", "will be"',
  Reminder: 'offers a notification when it is available again',
  NotOfStock: 'a question or condition about stock that states nothing',
  OtherService: 'something other than the product is unavailable, such as a delivery method',
  ThisProduct: "a name for the page's product in a sentence",
  NotProduct: 'something else that may be missing, such as the picture',
  OnePart: 'one of several sizes, options or branches',
  // Of a product: whether and how it is sold.
  Buy: 'the label of a button that adds to the cart or buys at once',
  Ordering: 'the whole label of a link that triggers an action: buy, list, remind, bid, remove',
  PlaceBid: 'the label of a button that places a bid',
  FreeOfCharge: 'in place of the price of a free product',
  OnRequest: 'the price is available on request',
  LoginForPrice: 'words for login, registration, and existing customers',
  OtherPurpose: 'another reason to register on a product page',
  BetterPrice: "a special price, other than everybody's",
  PriceNoun: 'the word "price" in any form',
  PriceAlone: 'the label of the price',
  Fee: 'a charge for something other than the product',
  PieceNoun: 'a counting word for pieces',
  Related: 'the heading of other products',
  RelatedAlone: 'the same outside of heading elements: unambiguous phrases only',
  // Of a number or code: whose it is. Signs and words for "number" are written "no".
  SkuLabel: "before the shop's product number",
  MpnLabel: "before the manufacturer's number",
  GtinLabel: 'before an EAN, a UPC, an ISBN',
  ModelLabel: 'before the name or number of a model',
  CodeLabel: "a word for a code: the shop's number, unless it is a discount code",
  NumberLabel: 'a word for numbers of many kinds: no answer, but evidence for the requested number',
  OtherNumber: 'before the number of something else: an order, a customer, a parcel, a discount',
  MakerNoun: "the manufacturer: a label beside it is not the shop's",
  // Pages in place of a product page.
  Challenge: 'the shop checks for bots',
  AccessDenied: 'access is denied',
  Consent: 'a cookie question comes first',
  Login: 'a customer login page',
  PasswordDoor: 'a page that requires a shared password',
  MembersDoor: "the entry page of a members' shop",
  AgeQuestion: "a question about the visitor's age",
  RegionQuestion: "a question about the visitor's country",
  Waiting: 'a waiting room, or too many requests',
  ShopDown: 'the shop is closed temporarily, or its server fails',
  ShopDownAlone: 'the same, in words that also describe products',
  NoShop: 'a parked domain, a suspended host, a closed shop',
  DomainNoun: 'a domain',
  NotFound: 'a page or product was not found',
  Gone: 'a product is no longer there',
  Missing: 'something was not found or does not exist',
  PageNoun: 'a name for a missing page',
  ProductNoun: 'a name for a missing product',
  EmptySearch: 'a search found nothing',
  OwnList: "the visitor's own lists, which may be empty on any page",
  // Words on search pages and in their links.
  NoProductPath: 'a URL segment of other pages than products: "cart"',
  SearchEcho: 'accompanies repeated search terms',
  ReadsOn: 'the label of a "read more" link: "details"',
  // Words for offers and their sellers.
  SoldBy: "before a seller's name",
  SellerHead: 'the head of a seller column',
  SellersHeading: 'the heading of a list of sellers of the same product, and links to it',
  Featured: 'marks the featured offer',
  ToShop: 'starts the text of a link from a comparison to a shop',
  NextPage: 'the text of a link to the next page',
  OfferNoun: 'offers and sellers, after their number in a link: "12 offers"',
  BesideOffers: 'allowed beside that number: "see", "other"',
  OtherOffers: 'offers for something else than the product',
  // Words in titles, and others compared without accents.
  ...plain,
} as const;

export type Role = keyof typeof roles;

const namesOf = <Name extends Role>(some: Readonly<Record<Name, string>>): readonly Name[] =>
  Object.keys(some) as Name[];

export const contrastRoles = namesOf(contrasts);
export const plainRoles: readonly Role[] = namesOf(plain);

/**
 * Where a phrase counts, if not everywhere.
 *
 * - `before`: in front of the amount, above it, or at the head of its row or column.
 * - `last`: the same, with only a colon and a currency sign in between.
 * - `behind`: as the first words after the amount, or below it. For Members, Saving, Shipping, Threshold,
 *   Deposit and Surcharge, words without a position count there too; for From, PerUnit, Instalment, Rent,
 *   Tier and PaymentMethod only these count; for other roles none.
 * - `alone`: if its line contains nothing else.
 */
export type Position = 'before' | 'last' | 'behind' | 'alone';

/**
 * A phrase with its meaning. A language file lists phrases, one per line, under their role and position:
 * `"Shipping behind": ["frais de port"]`. Some roles have values: `"Colour/black": ["noir"]`. Case, white
 * space, and full stops, hyphens and apostrophes inside a phrase are ignored; everything else is literal,
 * except
 *
 * | Sign | Matches |
 * | --- | --- |
 * | `versand*`, `*pfand` | a word with this prefix or suffix |
 * | `mit *-karte` | any one word |
 * | `trade-in` | a hyphen, a space or nothing in between |
 * | `#` | a number |
 * | `…` | up to four words or signs of the same sentence |
 * | `(a\|b)` | one of them; an empty one makes the others optional |
 */
export interface Term {
  phrase: string;
  role: Role;
  value?: string;
  position?: Position;
}
