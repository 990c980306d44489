import { expect, it } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';

const read = (block: string): [condition: string | null, confidence: string | null, warning: string] => {
  const { Condition, Confidence, Warnings } = extractOffer(
    `<title>Ilmatar X2</title><h1>Ilmatar X2</h1>${block}<p class="price">45,00 €</p><button>Osta nyt</button>
    <h2>Muut ostivat myös</h2><ul><li>Sampo 3 <i>Kunto: rikki</i> 12,00 €</li></ul>`,
    { url: 'https://shop.example/p/ilmatar-x2' },
  );
  return [Condition, Confidence, Warnings.join()];
};

it.each([
  ['in one line', '<li>Kunto: Käytetty, hyvä</li>'],
  ['in the cell beside its label', '<table><tr><td>Zustand</td><td>Gebraucht</td></tr></table>'],
  ['in the line below its label', '<dt>Condition:</dt><dd>Used</dd>'],
])('a used piece is told by a labelled condition %s', (_place, block) => {
  const [condition, confidence, warning] = read(block);
  expect([condition, confidence]).toEqual(['Used', 'Low']);
  expect(warning).toContain('ConditionDiffers');
});

it.each([
  ['no label', '<p>Used by thousands of people</p>'],
  ['a choice that is not taken', '<p>Condition</p><button aria-pressed="false">Used</button>'],
  ['a word of another thing', '<p>Kunto: testattu ja toimii</p>'],
])('says nothing of the condition: %s', (_reason, block) => {
  expect(read(block)[0]).toBeNull();
});
