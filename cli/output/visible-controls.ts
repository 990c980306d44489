import type { Writable } from 'node:stream';

/**
 * Control characters of terminals (C0, DEL and C1), marks that change the direction of reading, and line separators of
 * Unicode: with them a page could move the cursor, set the window's title or hide what it says.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const controls = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** Colours and weights that this program paints with; none of them moves the cursor or hides text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with ESC
const paint = /(\x1b\[(?:0|1|2|22|3[1-6]|39)m)/;

const layout: ReadonlySet<string> = new Set(['\n', '\t']);

const visible = (character: string): string =>
  layout.has(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Writes control characters as `\u009b`, which is harmless in a terminal and the same character in JSON.
 *
 * @param isPainted - keeps this program's own colours.
 */
export const visibleControls = (text: string, isPainted = false): string =>
  (isPainted ? text.split(paint) : [text])
    // Every other part is colour codes.
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(controls, (run) => [...run].map(visible).join('')),
    )
    .join('');

type Write = Writable['write'];
const ownWrites = new WeakMap<Writable, Write>();

/** A library hides and shows the cursor with chunks that are nothing else, which text from outside never is. */
const cursorChunks: ReadonlySet<unknown> = new Set(['\x1b[?25l', '\x1b[?25h']);

const isText = (chunk: unknown): chunk is string => typeof chunk === 'string' && !cursorChunks.has(chunk);

const guarded = (write: Write, isPainted: boolean): Write =>
  ((chunk: unknown, ...rest: never[]) =>
    write(isText(chunk) ? visibleControls(chunk, isPainted) : chunk, ...rest)) as Write;

/** From now on every text that is written to the stream has its control characters made visible. */
export const guardControls = (stream: Writable, isPainted: boolean): void => {
  const write = stream.write.bind(stream) as Write;
  ownWrites.set(stream, write);
  stream.write = guarded(write, isPainted);
};

/**
 * The stream for a renderer that moves the cursor, and that is given safe text only. A renderer that takes the place of
 * `write` for a while gets what others write behind the guard.
 */
export const withCursor = <Stream extends Writable>(stream: Stream): Stream => {
  const write = ownWrites.get(stream);
  if (write === undefined) return stream;
  return Object.create(stream, {
    write: {
      get: () => write,
      set: (taken: Write) => {
        stream.write = guarded(taken, false);
      },
    },
  }) as Stream;
};
