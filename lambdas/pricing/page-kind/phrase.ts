// `\b` knows only ASCII letters; these boundaries hold in every script.
const edge = '(?<![\\p{L}\\p{N}])';
const edgeBehind = '(?![\\p{L}\\p{N}])';

const anySpace = (list: string): string => list.replaceAll(' ?', '\\s?').replaceAll(' ', '\\s+');
const spaced = (list: string): string => `${edge}(?:${anySpace(list)})${edgeBehind}`;

/** Finds any of the phrases, as whole words; a space stands for any white space. */
export const phrase = (list: string): RegExp => new RegExp(spaced(list), 'iu');

/** The same, with phrases of scripts that put no space between words. */
export const phraseOrPiece = (list: string, runOn: string): RegExp =>
  new RegExp(`${spaced(list)}|${runOn}`, 'imu');

/** Finds a line that is one of the phrases and nothing else but a mark or two. */
export const wholeLine = (list: string): RegExp =>
  new RegExp(`^[\\s¡¿"“„«]{0,4}(?:${anySpace(list)})[\\s.!?…"”»]{0,4}$`, 'imu');
