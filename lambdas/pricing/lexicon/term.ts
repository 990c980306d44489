/** Attributes in which two products differ; these roles have values. */
const contrasts = {
  Colour: 'the colour of a product',
  Platform: 'the device that a game or a program is for',
  Flavour: 'what food tastes of',
  Animal: 'the animal that it is for',
  LifeStage: 'the age of that animal',
  Finish: 'how a surface shines',
  Form: 'the form of a medicine',
  Height: 'how high shoes are cut, and the like',
  Concentration: 'the strength of a perfume',
  Cell: 'the size of a battery',
  Hand: 'the hand that it is for',
} as const;

/** Roles matched in plain text, without accents: titles, conditions, and text before numbers. */
const plain = {
  ...contrasts,
  Men: 'whom it is for: men',
  Women: 'whom it is for: women',
  Kids: 'whom it is for: children',
  Accessory: 'a thing that goes with a product: "case", "charger"',
  Substitute: 'it stands for a product of another maker, whose name may follow: "alternative", "replaces"',
  Kind: 'a product that others have as a part of theirs: "battery", "cable"',
  Part: 'a part of a work, before its number: "volume"',
  Set: 'several products that are sold as one',
  Grade: 'a member of a family of products: "pro"; `common` where it is a word of every day as well: "light"',
  For: 'stands between a thing and what it is for',
  Nothing: 'a word that tells no products apart',
  Container: 'what goods are sold in: "bottle"',
  Pack: 'a pack of so many pieces, without a digit',
  Goods: 'what is sold as such, and hardly as a part or accessory of something else: "headphones"',
  Feature: 'what a product does or has, whichever model it is: "cordless"',
  Supply:
    'what is used up: beside a number it bears it, or is for the device that does; beside a measure, "engine oil 5 l", it is sold',
  GoesWith: 'the same as For, in what stands before a number alone',
  Relation: "before the label of another product's number, which it goes with or replaces",
  ConditionLabel: 'what a page calls its own line about the condition',
  Condition: 'the condition, by its name in results: New, Used, Refurbished, OpenBox, Damaged',
} as const;

/** Roles of phrases. Roles of amounts come first; most are named after the qualifier they set. */
export const roles = {
  // Of an amount: which price it is.
  Price: 'what a price is called',
  Now: 'the price that holds, beside one that does not',
  Total: 'what all that was chosen costs together',
  Discounted: 'a price from which the discount is taken already, though a word of saving stands in its name',
  Was: 'a price that no longer holds, or that is only compared with',
  Regular: 'old beside a lower price, and the price itself where there is none that everybody pays',
  From: 'the lowest of several prices',
  Gross: 'a price with tax, also beside one without',
  NetOfTax: 'a price without tax, which nobody but a business pays',
  Basket: 'where a discount that everybody gets is taken off',
  // Of an amount: it is not what everybody pays for one unit.
  Members: 'for those who belong to a club, hold a card or subscribe',
  NonMembers: 'the price of everybody else, beside theirs',
  OtherCondition: 'the same product from other hands, beside the new one',
  PaymentMethod: 'for those who pay in one certain way',
  Bid: 'what somebody has offered in an auction',
  Worth: 'what it was sold for before, is thought to be worth, or what whoever sells it gets',
  PerUnit: 'a price per quantity, such as per kilogram',
  Instalment: 'a part of the price, paid several times',
  Rent: 'what is asked for having it for a while',
  Tier: 'for each of several pieces that are bought at once',
  Approximate: 'the price in another currency than it is asked in',
  // Of an amount: it is not a price.
  Saving: 'what is taken off',
  Shipping: 'what the carrier takes',
  FreeShipping: 'carriage that costs nothing, where a line says no more',
  FreeFrom: 'what is free above an amount',
  Threshold: 'an amount that must be reached, not paid',
  Deposit: 'what the state or a scheme takes beside the price, or what is given back',
  Surcharge: 'what is asked for something done beside the product, such as wrapping, assembly, insurance',
  Tax: 'the tax itself',
  // Beside an amount, without meaning for it.
  Piece: 'for one piece, or a word that joins such words',
  Bargain: 'how a seller lets others bargain',
  // Of a product: its availability. The names are those of schema.org.
  Discontinued: 'it is sold no more',
  PreOrder: 'it is not out yet, and can be ordered',
  BackOrder: 'it is not there, and can be ordered',
  OutOfStock: 'it is not there',
  LimitedAvailability: 'few are left',
  InStock: 'it is there',
  StockLabel: 'what a page calls its own line about stock',
  NotYet: 'puts the state behind it into the future: "soon", "will be"',
  Reminder: 'asks to be told when it is there again',
  NotOfStock: 'a question or a condition that speaks of stock and says nothing of it',
  OtherService: 'something else than the product that is not to be had, such as a way to get it',
  ThisProduct: 'what a sentence calls the product of its page',
  NotProduct: 'what is not the product and may be missing too, such as its picture',
  OnePart: 'a size, an option or a branch, one of several',
  // Of a product: whether and how it is sold.
  Buy: 'what a button says that puts the product into the basket, or buys it at once',
  Ordering:
    'what a link says, and nothing beside it, that makes the shop do something: buy, list, remind, bid, remove',
  PlaceBid: 'what a button says by which one bids, and buys nothing yet',
  FreeOfCharge: 'what stands where the price stands of what is given away',
  OnRequest: 'the price is told to those who ask',
  LoginForPrice: 'words for logging in, for opening an account, and for the customers who have one',
  OtherPurpose: "why else one may register on a product's page",
  BetterPrice: 'a price that is another than the one everybody pays',
  PriceNoun: 'a price, in any of its forms',
  PriceAlone: 'the label of the price',
  Fee: 'what is asked for something else than the product',
  PieceNoun: 'what pieces of a product are counted in',
  Related: 'what the heading above other products says',
  RelatedAlone: 'the same where no heading element is used: only what can be nothing else',
  // Of a number or code: whose it is. Signs and words for "number" are written "no".
  SkuLabel: 'stands before the number by which the shop sells the product',
  MpnLabel: "stands before the maker's number",
  GtinLabel: 'stands before an EAN, a UPC, an ISBN',
  ModelLabel: 'stands before the name or number of a model',
  CodeLabel: "a word for a code, which is the shop's number unless it makes the product cheaper",
  NumberLabel: 'a word for a number of many kinds: no answer, but evidence where it is the asked one',
  OtherNumber: 'stands before a number of something else: an order, a customer, a parcel, a discount',
  MakerNoun: 'whoever makes the product: a label beside it is no label of the shop',
  // Of a page that replaces a product page.
  Challenge: 'the shop wants to know whether a person asks',
  AccessDenied: 'the visitor is refused',
  Consent: 'a question about cookies comes first',
  Login: "the door of a customer's account",
  PasswordDoor: 'a door that opens to a word that only guests know',
  MembersDoor: 'the door of a shop for its members',
  AgeQuestion: "a question about the visitor's age",
  YearsOfAge: 'an age in years at which something is allowed',
  AsksAge: 'what makes an age a question or a demand',
  RegionQuestion: "a question about the visitor's country",
  Waiting: "a queue at the shop's door, and calls that were too many",
  ShopDown: 'the shop is closed for a while, or its server fails',
  ShopDownAlone: "the same in words that are a product's too",
  NoShop: 'a parked domain, a suspended host, a shop that has closed',
  BareHost: 'a host that serves no site under the name',
  DomainNoun: 'a domain',
  NotFound: 'a page or a product is not found',
  Gone: 'a product is there no more',
  Missing: 'something cannot be found or does not exist',
  PageNoun: 'what a missing page is called',
  ProductNoun: 'what a product is called that is gone or missing',
  EmptySearch: 'a search found nothing',
  OwnList: "lists of the visitor's own, which may be empty on any page",
  // Words on search pages and in their links.
  NoProductPath: 'a part of an address that is no product\'s: "cart"',
  SearchEcho: 'stands beside the words that were searched for, which the page repeats',
  ReadsOn: 'says that one reads on behind a link: "details"',
  // Words for offers and their sellers.
  SoldBy: "stands before a seller's name",
  SellerHead: 'the head of a column of sellers',
  SellersHeading: 'the heading of a list of sellers of the same product, and the link to it',
  Featured: 'calls an offer the preferred one',
  ToShop: 'begins the text of a link from a comparison to a shop',
  NextPage: 'the text of a link to the next page of a list',
  OfferNoun: 'offers and sellers, behind their number in a link: "12 offers"',
  BesideOffers: 'may stand beside that number: "see", "other"',
  OtherOffers: 'speaks of offers that are none of the product',
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
