import type { CheckResult } from './examine.ts';

const marks = { ok: '✓', differs: '✗', unknown: '?' } as const;

/** A check's findings, a line each, with what to do below. */
export const resultText = ({ title, findings }: CheckResult): string =>
  [
    title,
    ...findings.flatMap(({ outcome, text, advice }) => [
      `  ${marks[outcome]} ${text}`,
      ...(advice ? [`    → ${advice}`] : []),
    ]),
  ].join('\n');

/** Identifying or secret text, whoever's it is. */
const secretPatterns: readonly [pattern: RegExp, instead: string][] = [
  [/sp_live_[\w-]+/g, '<license key>'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g, '<access key>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<address>'],
  [/\b\d{12}\b/g, '<account>'],
  [/\b[a-z0-9]{10}(?=\.execute-api\.)/g, '<api>'],
];

/** @param known - texts of this deployment that name its owner, such as its domain name. */
export const redact = (
  text: string,
  known: readonly (readonly [text: string, instead: string])[],
): string => {
  const withoutKnown = known
    .filter(([secret]) => secret !== '')
    .reduce((sofar, [secret, instead]) => sofar.replaceAll(secret, instead), text);
  return secretPatterns.reduce((sofar, [pattern, instead]) => sofar.replace(pattern, instead), withoutKnown);
};

export interface ReportFacts {
  version: string;
  node: string;
  platform: string;
  title: string;
  startedAt: string;
}

/** The report as Markdown, to attach to an issue; not redacted yet. */
export const reportText = (facts: ReportFacts, results: readonly CheckResult[]): string => {
  const count = (outcome: keyof typeof marks): number =>
    results.flatMap(({ findings }) => findings).filter((finding) => finding.outcome === outcome).length;
  return [
    `# scrap-prices doctor: ${facts.title}`,
    '',
    `Version ${facts.version}, Node.js ${facts.node}, ${facts.platform}, ${facts.startedAt}.`,
    `${count('ok')} as expected, ${count('differs')} not, ${count('unknown')} could not be looked at.`,
    '',
    ...results.flatMap((result) => {
      const [title, ...lines] = resultText(result).split('\n');
      return [`## ${title}`, '', '```', ...lines, '```', ''];
    }),
  ].join('\n');
};
