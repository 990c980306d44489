import type {
  Availability,
  Condition,
  Extraction,
  Offer,
} from '../../../lambdas/domain/result/site-result.ts';

/** One offer as a person reads it; a member that is left out is not judged. */
export interface LabelledOffer {
  seller: string;
  price: string;
  /** `null`: none is stated in the currency of the price. */
  shipping?: string | 'OtherCurrency' | null;
  freeFrom?: string;
  total?: string | null;
  condition?: Condition;
  availability?: Availability;
  featured?: boolean;
}

export interface LabelledMarketplace {
  id: string;
  /** `train` is what rules may be fitted to, `kept` is looked at as numbers alone. */
  split: 'train' | 'kept';
  url: string;
  origin: string;
  currency: string;
  /** Any of these is right; left out where several answers are. */
  price?: string[];
  /** In the page's order; none where one seller sells it. Left out where the list is not judged. */
  offers?: LabelledOffer[];
  /** Amounts that are neither the price nor an offer's. */
  not?: string[];
}

export const judgedMembers = [
  'Price',
  'Seller',
  'OfferPrice',
  'Shipping',
  'FreeFrom',
  'Total',
  'Condition',
  'Availability',
  'IsFeatured',
  'Order',
] as const;
export type JudgedMember = (typeof judgedMembers)[number];
export type Judgement = 'right' | 'wrong' | 'missed';

/** One member of one page, with what is wrong of it. */
export interface JudgedValue {
  member: JudgedMember;
  judgement: Judgement;
  line: string;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** As a number of the test, never of the product: what is compared has few digits. */
const sameAmount = (left: string, right: string): boolean => Number(left) === Number(right);

/** None where the label says nothing of the member. */
const judge = (
  member: JudgedMember,
  expected: string | null | undefined,
  answer: string | null | undefined,
  isRight = answer === expected,
): JudgedValue[] =>
  expected == null
    ? []
    : [
        {
          member,
          judgement: isRight ? 'right' : answer == null ? 'missed' : 'wrong',
          line: `${member}: expected ${expected}, got ${answer ?? 'none'}`,
        },
      ];

const judgeAmount = (
  member: JudgedMember,
  expected: string | null | undefined,
  answer: string | null | undefined,
) => judge(member, expected, answer, answer != null && expected != null && sameAmount(expected, answer));

const judgeShipping = (label: LabelledOffer, { Price, Shipping, Total }: Offer): JudgedValue[] => {
  if (label.shipping === 'OtherCurrency') {
    const isRight = Total === null && Shipping?.Currency !== Price.Currency;
    return judge('Shipping', 'another currency', Shipping?.Amount ?? Total?.Amount, isRight);
  }
  return [
    ...judgeAmount('Shipping', label.shipping, Shipping?.Amount),
    ...judgeAmount('FreeFrom', label.freeFrom, Shipping?.FreeFrom),
    ...judgeAmount('Total', label.total, Total?.Amount),
  ];
};

const judgeOffer = (label: LabelledOffer, offers: readonly Offer[]): JudgedValue[] => {
  const named = offers.filter(({ Seller }) => plain(Seller?.Name ?? '') === plain(label.seller));
  const offer = named.find(({ Price }) => sameAmount(Price.Amount, label.price)) ?? named[0];
  const seller = judge('Seller', label.seller, offer?.Seller?.Name, offer !== undefined);
  if (offer === undefined) return seller;
  const { Price, Condition, Availability, IsFeatured } = offer;
  return [
    ...seller,
    ...judgeAmount('OfferPrice', label.price, Price.Amount),
    ...judgeShipping(label, offer),
    ...judge('Condition', label.condition, Condition),
    ...judge('Availability', label.availability, Availability === 'Unknown' ? null : Availability),
    ...judge(
      'IsFeatured',
      label.featured?.toString(),
      IsFeatured || !label.featured ? String(IsFeatured) : null,
    ),
  ].map((value) => ({ ...value, line: `${label.seller}: ${value.line}` }));
};

/** Offers that the label does not have: each is a wrong seller. */
const judgeRest = (labels: readonly LabelledOffer[], offers: readonly Offer[]): JudgedValue[] => {
  const left = labels.map(({ seller }) => plain(seller));
  const rest: JudgedValue[] = [];
  for (const { Seller, Price } of offers) {
    const at = left.indexOf(plain(Seller?.Name ?? ''));
    if (at === -1) {
      rest.push(...judge('Seller', 'none', `${Seller?.Name ?? 'nameless'} ${Price.Amount}`));
    } else left.splice(at, 1);
  }
  return rest;
};

const judgeOrder = (labels: readonly LabelledOffer[], offers: readonly Offer[]): JudgedValue[] => {
  const names = labels.map(({ seller }) => plain(seller));
  const places = offers.map(({ Seller }) => names.indexOf(plain(Seller?.Name ?? ''))).filter((at) => at >= 0);
  if (places.length < 2) return [];
  const isInOrder = places.every((at, index) => index === 0 || at >= (places[index - 1] ?? 0));
  return judge('Order', 'that of the page', places.join(' '), isInOrder);
};

/** Each member of a label as right, wrong or missed, with a line that says what was expected. */
export const judgeMarketplace = (label: LabelledMarketplace, answer: Extraction): JudgedValue[] => {
  const { price, offers, not = [] } = label;
  const paid = answer.Price?.Amount;
  const given = [...(paid === undefined ? [] : [paid]), ...answer.Offers.map(({ Price }) => Price.Amount)];
  const isPaid = paid !== undefined && price?.some((amount) => sameAmount(amount, paid)) === true;
  return [
    ...judge('Price', price?.join(' or '), paid, isPaid),
    ...given
      .filter((amount) => not.some((each) => sameAmount(each, amount)))
      .flatMap((amount) => judge('OfferPrice', 'no price of this', amount)),
    ...(offers ?? []).flatMap((each) => judgeOffer(each, answer.Offers)),
    ...(offers ? [...judgeRest(offers, answer.Offers), ...judgeOrder(offers, answer.Offers)] : []),
  ];
};
