import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findJsonHazards,
  jsonPointer,
  maxJsonDepth,
  maxJsonHazards,
} from '../../lambdas/domain/json-text.ts';

describe('findJsonHazards', () => {
  it.each([
    ['a plain document', '{"a":[1,{"b":"c"}],"d":null}', []],
    ['equal names in different objects', '[{"a":1},{"a":2}]', []],
    ['a value that looks like a name', '{"a":"__proto__","b":"a"}', []],
    ['a name twice', '{"a":1,"a":2}', ['/a']],
    ['a name twice, once escaped', '{"a":1,"\\u0061":2}', ['/a']],
    ['a name twice after a nested object', '{"a":{"a":1},"b":[],"a":2}', ['/a']],
    ['a name twice inside an array', '[0,{"x":{"y":1,"y":2}}]', ['/1/x/y']],
    ['__proto__, a name like any other', '{"a":{"__proto__":{}}}', []],
    ['__proto__ twice, once in escapes', '{"__proto__":1,"\\u005f_proto__":1}', ['/__proto__']],
    ['a lone surrogate as a value', '{"a":["x","\\ud800"]}', ['/a/1']],
    ['a surrogate pair', '{"a":"\\ud83d\\ude00"}', []],
    ['strings with escaped quotes and braces', '{"a":"\\"}{\\\\","b":"]"}', []],
    ['names that need escapes in a pointer', '{"a/b":{"c~d":1,"c~d":2}}', ['/a~1b/c~0d']],
  ])('reads %s', (_name, text, pointers) => {
    JSON.parse(text);
    expect(findJsonHazards(text).map(({ Pointer }) => Pointer)).toEqual(pointers);
  });

  it('accepts the deepest allowed nesting, and refuses one level more', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(findJsonHazards(nested(maxJsonDepth))).toEqual([]);
    expect(findJsonHazards(nested(maxJsonDepth + 1))).toHaveLength(1);
    expect(findJsonHazards(nested(100_000))).toHaveLength(1);
  });

  it('reports the first hundred, and says if there are more', () => {
    const twice = (count: number) => `{${'"a":0,'.repeat(count)}"a":0}`;
    expect(findJsonHazards(twice(maxJsonHazards))).toHaveLength(maxJsonHazards);
    const many = findJsonHazards(twice(maxJsonHazards + 1));
    expect(many).toHaveLength(maxJsonHazards + 1);
    expect(many.at(-1)?.Detail).toContain('more violations');
    expect(findJsonHazards(twice(40_000))).toHaveLength(maxJsonHazards + 1);
  });

  it('ends a pointer before an overlong name, so that a small body cannot cause a huge answer', () => {
    const text = `{"a":{"${'n'.repeat(60_000)}":{${'"b":0,'.repeat(25_000)}"b":0}}}`;
    const hazards = findJsonHazards(text);
    expect(hazards[0]?.Pointer).toBe('/a');
    expect(JSON.stringify(hazards).length).toBeLessThan(10_000);
  });

  it('finds nothing in what JSON.stringify writes from plain data', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        if (text !== undefined) expect(findJsonHazards(text)).toEqual([]);
      }),
    );
  });
});

describe('jsonPointer', () => {
  it('escapes tilde and slash as RFC 6901 says', () => {
    expect(jsonPointer([])).toBe('');
    expect(jsonPointer(['m~n', 'a/b', 0])).toBe('/m~0n/a~1b/0');
  });
});
