// All groups, in the order in which they run.
import type { Group } from '../check.ts';
import { accessGroups } from './access.ts';
import { allAnswers, answerGroups } from './answers.ts';
import { jsonGroups } from './json.ts';
import { limitGroups } from './limits.ts';
import { payloadGroups } from './payload.ts';
import { valueGroups } from './values.ts';

export const groups: readonly Group[] = [
  ...payloadGroups,
  ...limitGroups,
  ...jsonGroups,
  ...valueGroups,
  ...accessGroups,
  ...answerGroups,
  allAnswers,
];
