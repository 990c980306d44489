import type { ExplainedCandidate, ExplainedOffer, Explanation } from '../../lambdas/pricing/explain-offer.ts';
import { colors } from './colors.ts';
import { printable } from './printable.ts';

/** A feature that adds less than this says nothing worth a line. */
const leastTold = 0.1;

const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(1)}`;

const describeCandidate = ({
  amount,
  currency,
  source,
  path,
  text,
  score,
  evidence,
  notes,
}: ExplainedCandidate): string =>
  [
    `  ${printable(`${amount} ${currency ?? '?'}`).padEnd(16)}`,
    source.padEnd(14),
    (score === null ? '' : signed(score)).padStart(7),
    `  ${printable(path, 80)}`,
    text === null ? '' : `  "${printable(text, 60)}"`,
    notes.length > 0 ? colors.dim(` (${notes.join(', ')})`) : '',
    evidence.length > 0
      ? `\n${' '.repeat(42)}${colors.dim(evidence.map(({ name, weight }) => `${name} ${signed(weight)}`).join(', '))}`
      : '',
  ].join('');

const describePage = ({ sellsOne, score, bias, features }: NonNullable<Explanation['page']>): string[] => [
  `${colors.dim('Sells one product')}  ${sellsOne ? 'yes' : 'no'}, log odds ${signed(score)}, of which ${signed(bias)} before any feature`,
  ...features
    .filter(({ adds }) => Math.abs(adds) >= leastTold)
    .map(
      ({ name, value, weight, adds }) =>
        `  ${signed(adds).padStart(5)}  ${name.padEnd(20)} ${colors.dim(`${value.toFixed(2)} × ${weight}`)}`,
    ),
];

const describeOffer = ({ seller, amount, currency, source, path, notes }: ExplainedOffer): string =>
  [
    `  ${printable(`${amount} ${currency ?? '?'}`).padEnd(16)}`,
    source.padEnd(14),
    `  ${printable(seller ?? 'nobody named', 40)}  ${printable(path, 80)}`,
    notes.length > 0 ? colors.dim(` (${printable(notes.join(', '), 200)})`) : '',
  ].join('');

/** Why a page was answered as it was, for a person. */
export const describeExplanation = ({
  wall,
  page,
  rule,
  confidence,
  candidates,
  offers,
  otherwise,
}: Explanation): string =>
  [
    `${colors.dim('Rule')}  ${colors.bold(rule)}${confidence ? `, ${confidence}` : ''}${wall ? `: ${wall}` : ''}`,
    ...(page ? describePage(page) : []),
    ...(candidates.length > 0 ? [colors.dim('Candidates'), ...candidates.map(describeCandidate)] : []),
    ...(offers.length > 0 ? [colors.dim('Offers'), ...offers.map(describeOffer)] : []),
    ...(otherwise.length > 0
      ? [colors.dim('It would be otherwise'), ...otherwise.map((each) => `  ${printable(each)}`)]
      : []),
  ].join('\n');
