/** Built-in functions that readers of text and of data do their work by; those that give a list count its length. */
const counted: readonly (readonly [object, readonly string[]])[] = [
  [Object, ['keys', 'values', 'entries', 'hasOwn', 'fromEntries', 'assign']],
  [JSON, ['parse', 'stringify']],
  [RegExp.prototype, ['exec', 'test']],
  [
    String.prototype,
    [
      ...[
        'at',
        'charAt',
        'charCodeAt',
        'codePointAt',
        'concat',
        'endsWith',
        'includes',
        'indexOf',
        'lastIndexOf',
      ],
      ...[
        'match',
        'matchAll',
        'normalize',
        'replace',
        'replaceAll',
        'search',
        'slice',
        'split',
        'startsWith',
      ],
      ...[
        'substring',
        'toLowerCase',
        'toUpperCase',
        'trim',
        'trimStart',
        'trimEnd',
        'localeCompare',
        'padEnd',
      ],
    ],
  ],
  [
    Array.prototype,
    [
      ...[
        'at',
        'concat',
        'every',
        'filter',
        'find',
        'findIndex',
        'findLast',
        'flat',
        'flatMap',
        'includes',
        'indexOf',
      ],
      ...[
        'join',
        'map',
        'pop',
        'push',
        'reduce',
        'reverse',
        'shift',
        'slice',
        'some',
        'sort',
        'splice',
        'toSorted',
      ],
      ...['unshift', 'with', 'entries', 'keys', 'values'],
    ],
  ],
  [Map.prototype, ['get', 'set', 'has']],
  [Set.prototype, ['add', 'has']],
  [WeakMap.prototype, ['get', 'set', 'has']],
];

/** They look into a collection: a list that comes out was made before. */
const lookups = new Set(['get', 'at', 'find', 'findLast', 'pop', 'shift', 'with']);

/**
 * Counts how often a call asks the language for something: the same number on every machine, however busy or slow,
 * so it shows growth. It misses loops without calls, and the cost of a single text search.
 */
export const countCalls = (call: () => void): number => {
  let calls = 0;
  const restore: (() => void)[] = [];
  for (const [owner, names] of counted)
    for (const name of names) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name)!;
      const isMaking = !lookups.has(name);
      const original = descriptor.value as (...given: unknown[]) => unknown;
      const countedCall = function (this: unknown, ...given: unknown[]): unknown {
        const answer = Reflect.apply(original, this, given);
        calls += 1;
        if (isMaking && Array.isArray(answer)) calls += answer.length;
        return answer;
      };
      restore.push(() => Object.defineProperty(owner, name, descriptor));
      Object.defineProperty(owner, name, { ...descriptor, value: countedCall });
    }
  try {
    call();
  } finally {
    // By index, since what is put back here is what a loop over them would use.
    for (let index = 0; index < restore.length; index += 1) restore[index]!();
  }
  return calls;
};
