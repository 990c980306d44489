import { expect, it } from 'vitest';
import { decodeText } from '../../../lambdas/web/http/decode-text.ts';

const bytes = (hex: string) =>
  Buffer.concat([Buffer.from('<p>'), Buffer.from(hex, 'hex'), Buffer.from('</p>')]);
/** Texts of a product page, as their shops once encoded them. */
const eucJp = bytes(
  'c0c7b9feb2c1b3ca20332c393830b1df20badfb8cba4a2a4ea20c1f7cec1ccb5cec120a4aac6cfa4b1c6fca4cfa5aba1bca5c8a4cbc6fea4eca4eba4c8a4b4b3cec7a7a4a4a4bfa4c0a4b1a4dea4b9',
);
const koi8R = bytes(
  'e3c5cec120332039383020d2d5c22e20f4cfd7c1d220c5d3d4d820cec120d3cbccc1c4c52c20c4cfd3d4c1d7cbc120dac1d7d4d2c1',
);
const latin2 = bytes(
  '43656e61203320393830207ab32c20746f77617220646f7374ea706e792c2077797379b36b61206a7574726f2072616e6f2c207ab3f3bf207a616df37769656e6965206a75bf20647a69b6',
);
const big5 = bytes(
  'adadaec9c075b466bbf920332c39383020a4b820b27bb366a8d1c0b320a74bb942b64f20a55ba44ac1caaaaba8ae',
);

it.each([
  ['Japanese, which the site does not say', eucJp, '', '税込価格 3,980円'],
  ['Japanese in the rarer encoding', eucJp, 'ja-JP', '税込価格 3,980円'],
  ['Russian in the rarer encoding', koi8R, 'ru-RU', 'Цена 3 980 руб.'],
  ['Polish', latin2, 'pl', 'Cena 3 980 zł, towar dostępny'],
  ['Chinese, beside a language that it is not in', big5, 'en-US', '限時優惠價 3,980 元'],
  ['a sign alone, on a German site', bytes('3132302080'), 'de-DE', '120 €'],
])('detects an undeclared encoding: %s', (_what, body, language, expected) => {
  expect(decodeText(body, 'text/html', language)).toContain(expected);
});
