import { environment } from '../environment.ts';
import { deriveTimings, type Timings } from './timing.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * @param variables - the function's environment.
 * @returns the value of a variable that the deployment must set.
 */
export const requireVariable = (variables: Variables, name: keyof typeof environment): string => {
  const value = variables[environment[name]];
  if (!value) {
    throw new Error(`The environment variable ${environment[name]} is not set; the deployment sets it.`);
  }
  return value;
};

/** @returns the items of a comma-separated variable; none if it is not set. */
export const listIn = (variables: Variables, name: keyof typeof environment): string[] =>
  (variables[environment[name]] ?? '').split(',').filter(Boolean);

/** The deployment's timings, from the two durations in the environment. */
export const timingsFrom = (variables: Variables): Timings =>
  deriveTimings({
    processingWindowSeconds: Number(requireVariable(variables, 'processingWindowSeconds')),
    retentionSeconds: Number(requireVariable(variables, 'retentionSeconds')),
  });
