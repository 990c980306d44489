import type { Writable } from 'node:stream';
import { createColors } from 'picocolors';

/**
 * Terminal control characters (C0, DEL and C1), direction marks, and Unicode line separators: with them a page could move
 * the cursor, set the window's title or hide text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
export const controls = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * All characters that people do not see but programs read. Some belong to a script or an emoji, so this is for readers
 * that need no exact text, such as agents.
 */
export const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]+/gu;

/** Colours and weights used by this program; none of them moves the cursor or hides text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with ESC
const paint = /(\x1b\[(?:0|1|2|22|3[1-6]|39)m)/;

const layout: ReadonlySet<string> = new Set(['\n', '\t']);

const visible = (character: string): string =>
  layout.has(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes control characters as `\u009b`, which is harmless in a terminal and equivalent in JSON.
 *
 * @param isPainted - keeps this program's own colours.
 * @param escaped - the characters.
 */
export const visibleControls = (text: string, isPainted = false, escaped = controls): string =>
  (isPainted ? text.split(paint) : [text])
    // Every second part is a colour code.
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(escaped, (run) => run.split('').map(visible).join('')),
    )
    .join('');

type Write = Writable['write'];
const ownWrites = new WeakMap<Writable, Write>();

/** Chunks with which a library hides and shows the cursor; text from outside is never such a chunk. */
const cursorChunks: ReadonlySet<unknown> = new Set(['\x1b[?25l', '\x1b[?25h']);

const isText = (chunk: unknown): chunk is string => typeof chunk === 'string' && !cursorChunks.has(chunk);

const guarded = (write: Write, isPainted: boolean): Write =>
  ((chunk: unknown, ...rest: never[]) =>
    write(isText(chunk) ? visibleControls(chunk, isPainted) : chunk, ...rest)) as Write;

/** Escapes control characters in everything written to the stream from now on. */
export const guardControls = (stream: Writable, isPainted: boolean): void => {
  const write = stream.write.bind(stream) as Write;
  ownWrites.set(stream, write);
  stream.write = guarded(write, isPainted);
};

/**
 * The unguarded stream, for a renderer that moves the cursor and prints only safe text. A renderer that replaces `write`
 * receives guarded text from others.
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

/** True for a terminal with cursor movement and colours; those in editors and logs are "dumb". */
export const isScreen = ({ isTTY }: { isTTY?: boolean }): boolean =>
  isTTY === true && process.env.TERM !== 'dumb';

/**
 * True if standard output supports colours: in a terminal, not in a pipe or file.
 * https://no-color.org, https://force-color.org
 */
export const isColored: boolean =
  Boolean(process.env.FORCE_COLOR) || (isScreen(process.stdout) && !process.env.NO_COLOR);

/** Colours for standard output, or the identity. */
export const colors = createColors(isColored);

/** Prints to standard error, which keeps results alone on standard output. */
export const info = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Standard output cannot be written, e.g. because the disk is full. */
export class OutputError extends Error {
  override readonly name = 'OutputError';

  constructor(cause: Error, advice?: string) {
    super([`Standard output cannot be written: ${cause.message}`, advice].filter(Boolean).join('\n'), {
      cause,
    });
  }
}

/**
 * Resolves once the text is written, so that its source may be deleted.
 *
 * @throws OutputError
 */
export const writeOut = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(new OutputError(error)) : resolve()));
  });

/** Prints a value as JSON if requested, otherwise as text. */
export const print = (isJson: boolean | undefined, value: unknown, text: () => string): void => {
  process.stdout.write(`${isJson ? JSON.stringify(value, null, 2) : text()}\n`);
};
