import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { parse } from 'acorn';
import type { createMatcher, Matcher } from '../../lambdas/pricing/words/matcher.ts';
import type { memoize } from '../../lambdas/pricing/words/memoize.ts';
import type { Role } from '../../lambdas/pricing/words/term.ts';

/** A part of the engine that can be left out, and that records whether it took effect. */
export interface Knockout {
  name: string;
  isOut: boolean;
  /** True if it took effect since this was set to false; other inputs are not read again. */
  hasActed: boolean;
}

export const knockoutOf = (name: string): Knockout => ({ name, isOut: false, hasActed: false });

/** The functions that were made replaceable so far. */
export const replaced: Knockout[] = [];

const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** What a function that finds nothing would have answered instead: `false`, no entries, or `undefined`. */
const nothingLike = (answer: unknown): unknown => {
  if (answer === null || answer === undefined) return answer;
  if (typeof answer === 'object') {
    if (Array.isArray(answer)) return [];
    if (answer instanceof Map) return new Map();
    if (answer instanceof Set) return new Set();
    if (Symbol.iterator in answer) return [].values();
    // A reader's lists and flags; a thing that was found is nothing at all.
    const values = Object.values(answer);
    const isReading = isPlain(answer) && values.some((each) => Array.isArray(each));
    return isReading
      ? Object.fromEntries(Object.entries(answer).map(([key, each]) => [key, nothingLike(each)]))
      : undefined;
  }
  return { boolean: false, number: 0, string: '' }[typeof answer as string] ?? answer;
};

const isNothing = (answer: unknown): boolean => {
  if (typeof answer !== 'object' || answer === null) return !answer;
  if (answer instanceof Map || answer instanceof Set) return answer.size === 0;
  if (Array.isArray(answer)) return answer.length === 0;
  return isPlain(answer) && Object.values(answer).every(isNothing);
};

type Function = (...parameters: unknown[]) => unknown;

/** Wraps a function so that it can be told to find nothing. */
export const findsNothing = (name: string, real: Function): Function => {
  const knockout = knockoutOf(name);
  replaced.push(knockout);
  /** A function that answered `undefined` before says so when it finds nothing. */
  let mayBeUndefined = false;
  return (...parameters) => {
    const answer = real(...parameters);
    mayBeUndefined ||= answer === undefined;
    if (knockout.isOut) return mayBeUndefined ? undefined : nothingLike(answer);
    knockout.hasActed ||= typeof answer !== 'function' && !isNothing(answer);
    return answer;
  };
};

const roles: { out: Role | undefined; acted: Set<Role> } = { out: undefined, acted: new Set() };
/** Cached answers belong to one epoch: of one input, with the same role left out. */
let epoch = 0;

/** The phrases of a role, for matchers made by {@link withoutRole}. */
export const roleKnockout = (role: Role): Knockout => ({
  name: `role ${role}`,
  get isOut() {
    return roles.out === role;
  },
  set isOut(isOut) {
    roles.out = isOut ? role : undefined;
    epoch += 1;
  },
  get hasActed() {
    return roles.acted.has(role);
  },
  set hasActed(_) {
    roles.acted.delete(role);
    epoch += 1;
  },
});

/** Matchers drop the phrases of the role that is left out, and record the roles that they find. */
export const withoutRole =
  (real: typeof createMatcher): typeof createMatcher =>
  (phrases, isMeant) => {
    const whole = real(phrases, isMeant);
    let [without, role] = [whole, roles.out];
    const current = (): Matcher => {
      if (roles.out === undefined) return whole;
      if (role !== roles.out) {
        role = roles.out;
        without = real(phrases, (meaning) => meaning.role !== role && isMeant(meaning));
      }
      return without;
    };
    const noted = <Found extends ReturnType<Matcher['atStart']>>(hit: Found): Found => {
      for (const meaning of hit?.meanings ?? []) roles.acted.add(meaning.role);
      return hit;
    };
    return {
      hits: (text) => current().hits(text).map(noted),
      atStart: (text) => noted(current().atStart(text)),
      says: (text, ...some) => {
        current().hits(text).map(noted);
        return current().says(text, ...some);
      },
    };
  };

/** Caches start anew with each epoch. */
export const withoutPast =
  (real: typeof memoize): typeof memoize =>
  (read, most) => {
    let [cached, since] = [real(read, most), epoch];
    return (text) => {
      if (since !== epoch) [cached, since] = [real(read, most), epoch];
      return cached(text);
    };
  };

const wrappers: Readonly<Record<string, (real: never) => unknown>> = {
  'words/matcher#createMatcher': withoutRole,
  'memoize#memoize': withoutPast,
};
/** Functions that have to be replaced for roles to be left out. */
export const wrapped: readonly string[] = Object.keys(wrappers);

/** Called by the modules that {@link makeReplaceable} changes. */
export const replaceable = (name: string, real: Function): unknown =>
  wrappers[name]?.(real as never) ?? findsNothing(name, real);

/** Wraps the functions at the top of a module that are chosen by name. */
export const withReplaceable = (
  source: string,
  isChosen: (name: string) => boolean,
  file: string,
): string => {
  const plain = stripTypeScriptTypes(source);
  let changed = plain;
  const { body } = parse(plain, { ecmaVersion: 'latest', sourceType: 'module' });
  for (const statement of body.toReversed()) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type !== 'Identifier' || !init?.type.endsWith('FunctionExpression') || !isChosen(id.name))
        continue;
      const wrapped = `$replaceable('${file}#${id.name}', (${changed.slice(init.start, init.end)}))`;
      changed = changed.slice(0, init.start) + wrapped + changed.slice(init.end);
    }
  }
  return `import { replaceable as $replaceable } from '${import.meta.url}';${changed}`;
};

/**
 * Makes functions of modules that are imported later replaceable.
 *
 * @param folder - URL of the folder of the modules.
 * @param isChosen - by path below it, and name.
 */
export const makeReplaceable = (folder: string, isChosen: (file: string, name: string) => boolean): void => {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.startsWith(folder) || !url.endsWith('.ts')) return loaded;
      const file = url.slice(folder.length).replace(/\.ts$/, '');
      const source = withReplaceable(String(loaded.source), (name) => isChosen(file, name), file);
      return { ...loaded, format: 'module', source };
    },
  });
};
