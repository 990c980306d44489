import { expect, it } from 'vitest';
import { ablate } from '../../scripts/evaluate/ablate.ts';
import { judgedPage } from '../../scripts/evaluate/judged-page.ts';

const page = (prices: string) =>
  judgedPage({
    set: 'lamps',
    id: 'lamp',
    split: 'train',
    kind: 'plain',
    sellsNothing: false,
    url: 'https://shop.example/p/lamp',
    expected: { price: ['29.55'] },
    html: `<title>Lamp</title><h1>Lamp</h1>${prices}<button>Add to cart</button>`,
  });

it('reports the effect of each rule on the pages on which it acts', () => {
  const effects = [
    ...ablate([page('<p>$29.55 <span>$40.00</span></p>'), page('<p>was $40.00</p><p>$29.55</p>')]),
  ];
  const effectOf = (name: string) => effects.find((effect) => effect.name === name);
  expect(effectOf('relation higherOfPair')).toMatchObject({ acts: 1, changes: { 'price right': -1 } });
  expect(effectOf('role Was')!.acts).toBeGreaterThan(0);
  expect(effectOf('role Instalment')).toMatchObject({ changes: {} });
});
