import type {
  ExplainedCandidate,
  ExplainedFeature,
  ExplainedOffer,
  ExplainedPlace,
  Explanation,
} from '../../lambdas/pricing/explain-offer.ts';
import { colors } from './colors.ts';
import { printable } from './printable.ts';

/** A feature that adds less than this explains nothing. */
const leastShown = 0.1;

const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(1)}`;
const percent = (probability: number): string => `${(100 * probability).toFixed(1)} %`;

const describeFeatures = (features: readonly ExplainedFeature[]): string =>
  features
    .filter(({ adds }) => Math.abs(adds) >= leastShown)
    .map(({ name, adds }) => `${name} ${signed(adds)}`)
    .join(', ');

const describePlace = ({ source, path, currency, text, prominence, notes }: ExplainedPlace): string =>
  [
    `      ${source.padEnd(14)}${printable(currency ?? '?').padEnd(4)}`,
    (prominence === null ? '' : String(prominence)).padStart(5),
    `  ${printable(path, 80)}`,
    text === null ? '' : `  "${printable(text, 60)}"`,
    notes.length > 0 ? colors.dim(` (${notes.join(', ')})`) : '',
  ].join('');

const describeCandidate = ({ amount, probability, places, features }: ExplainedCandidate): string =>
  [
    `  ${colors.bold(printable(amount))}  ${percent(probability)}`,
    ...places.map(describePlace),
    `      ${colors.dim(describeFeatures(features))}`,
  ].join('\n');

const describeOffer = ({ seller, amount, currency, source, path, notes }: ExplainedOffer): string =>
  [
    `  ${printable(`${amount} ${currency ?? '?'}`).padEnd(16)}`,
    source.padEnd(14),
    `  ${printable(seller ?? 'no seller named', 40)}  ${printable(path, 80)}`,
    notes.length > 0 ? colors.dim(` (${printable(notes.join(', '), 200)})`) : '',
  ].join('');

const describeThresholds = ({ High, Medium, Low }: Explanation['thresholds']): string =>
  `High from ${percent(High)}, Medium from ${percent(Medium)}, Low from ${percent(Low)}`;

/** Why a page was answered as it was, for a person. */
export const describeExplanation = (explanation: Explanation): string => {
  const { wall, page, rule, confidence, thresholds, candidates, offers } = explanation;
  const title = (text: string): string => colors.dim(text);
  return [
    `${title('Rule')}  ${colors.bold(rule)}${confidence ? `, ${confidence}` : ''}${wall ? `: ${wall}` : ''}`,
    ...(candidates.length > 0
      ? [
          `${title('Candidates')}  ${title(`by probability; ${describeThresholds(thresholds)}`)}`,
          ...candidates.map(describeCandidate),
        ]
      : []),
    ...(page.length > 0 ? [title('Page'), `  ${describeFeatures(page)}`] : []),
    ...(offers.length > 0 ? [title('Offers'), ...offers.map(describeOffer)] : []),
  ].join('\n');
};
