import { describe, expect, it } from 'vitest';
import { allPhrases } from '../../lambdas/pricing/words/lexicon.ts';
import { createMatcher } from '../../lambdas/pricing/words/matcher.ts';
import { memoize } from '../../lambdas/pricing/words/memoize.ts';
import { ablate, allKnockouts } from '../../scripts/evaluate/ablate.ts';
import { judgedInput } from '../../scripts/evaluate/judged-inputs.ts';
import { judgedPage } from '../../scripts/evaluate/judged-page.ts';
import {
  findsNothing,
  replaced,
  roleKnockout,
  withoutPast,
  withoutRole,
  withReplaceable,
} from '../../scripts/evaluate/replaceable.ts';

const page = (prices: string) =>
  judgedInput(
    'pages',
    judgedPage({
      set: 'lamps',
      id: 'lamp',
      split: 'train',
      kind: 'plain',
      sellsNothing: false,
      url: 'https://shop.example/p/lamp',
      expected: { price: ['29.55'] },
      html: `<title>Lamp</title><h1>Lamp</h1>${prices}<button>Add to cart</button>`,
    }),
  );

describe('leaving out a piece', () => {
  it('reports its effect on the inputs on which it acts', () => {
    const inputs = [page('<p>$29.55 <span>$40.00</span></p>'), page('<p>was $40.00</p><p>$29.55</p>')];
    const effects = [...ablate(inputs, 25, allKnockouts())];
    const effectOf = (name: string) => effects.find((effect) => effect.name === name);
    expect(effectOf('relation higherOfPair')).toMatchObject({
      acts: 1,
      changes: { pages: { 'price right': -1 } },
    });
    expect(effectOf('rule tierBehind')).toMatchObject({ changes: {} });
  });

  it('makes a function find nothing', () => {
    const read = findsNothing('file#read', (text) => ({ lists: [text], isCut: true }));
    const isLong = findsNothing('file#isLong', (text) => String(text).length > 3);
    expect([read('long'), isLong('long')]).toEqual([{ lists: ['long'], isCut: true }, true]);
    for (const knockout of replaced.splice(0)) {
      expect(knockout.hasActed).toBe(true);
      knockout.isOut = true;
    }
    expect([read('long'), isLong('long')]).toEqual([{ lists: [], isCut: false }, false]);
  });

  it('makes matchers and caches forget the phrases of a role', () => {
    const { hits } = withoutRole(createMatcher)(allPhrases, ({ role }) => role === 'NotFound');
    const says = withoutPast(memoize)((text) => hits(text).length > 0, 10);
    const role = roleKnockout('NotFound');
    role.hasActed = false;
    expect([says('page not found'), role.hasActed]).toEqual([true, true]);
    role.isOut = true;
    expect(says('page not found')).toBe(false);
    role.isOut = false;
    expect(says('page not found')).toBe(true);
  });

  it('wraps only the chosen functions of a module', () => {
    const source = 'const one = (a: number): number => a;\nexport const two = () => one(2), three = 3;\n';
    const wrapped = withReplaceable(source, (name) => name !== 'one', 'file');
    expect(wrapped).toContain("const two = $replaceable('file#two', (() => one(2))), three = 3;");
    expect(wrapped).not.toContain("'file#one'");
  });
});
