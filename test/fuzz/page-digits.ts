import { decodeHTML } from 'entities';

const zeroOf = (character: string): number => {
  let code = character.codePointAt(0)!;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) code -= 1;
  return code;
};

/** All digits of a text in order, of every script and as superscripts, in ASCII; tags and entities undone. */
export const digitsOn = (text: string): string => {
  const plain = /[&<]/.test(text) ? decodeHTML(text.replace(/<[a-zA-Z/!][^<>]*>/g, ' ')) : text;
  let digits = '';
  for (const character of plain) {
    if (character >= '0' && character <= '9') digits += character;
    else if (/\p{Nd}/u.test(character))
      digits += String((character.codePointAt(0)! - zeroOf(character)) % 10);
    else if (/[⁰¹²³⁴-⁹]/.test(character)) digits += character.normalize('NFKC');
  }
  return digits;
};
