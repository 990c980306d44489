// All groups, in the order in which they run.
import type { Group } from '../check.ts';
import { accessGroups } from './access.ts';
import { allAnswers, answerGroups } from './answers.ts';
import { jsonGroups } from './json.ts';
import { laterGroups } from './later.ts';
import { limitGroups } from './limits.ts';
import { payloadGroups } from './payload.ts';
import { resultGroups } from './results.ts';
import { timeGroup } from './times.ts';
import { valueGroups } from './values.ts';

export const groups: readonly Group[] = [
  ...payloadGroups,
  ...limitGroups,
  ...jsonGroups,
  ...valueGroups,
  ...accessGroups,
  ...answerGroups,
  ...resultGroups,
  ...laterGroups,
  allAnswers,
  timeGroup,
];
