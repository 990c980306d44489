/** One line of a stream of bytes. */
export interface TextLine {
  /** Counted from 1; a line that could not be taken whole counts too. */
  number: number;
  /** Without its line end. What a problem left of it: its beginning, or the text with U+FFFD where it is no UTF-8. */
  text: string;
  problem: 'TooLong' | 'NotUtf8' | null;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Only in front of the first line; anywhere else U+FEFF is a character of the text. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const decode = (bytes: Uint8Array): Pick<TextLine, 'text' | 'problem'> => {
  try {
    return { text: strictUtf8.decode(bytes), problem: null };
  } catch {
    return { text: lenientUtf8.decode(bytes), problem: 'NotUtf8' };
  }
};

/** The text of what was kept of a line; the character that the cap may have torn is left out. */
const decodeBeginning = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });

/** The received part of an unfinished line. */
class OpenLine {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #keptBytes = 0;
  #isTooLong = false;

  /** @param maxBytes - without its line end and, on the first line, without the byte order mark. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#keptBytes === 0;
  }

  /** Keeps no more than the cap and what may yet turn out to belong to no text: a mark before it and a CR behind it. */
  add(bytes: Uint8Array): void {
    const room = this.#maxBytes + byteOrderMark.length + 1 - this.#keptBytes;
    if (bytes.length > room) this.#isTooLong = true;
    if (room <= 0 || bytes.length === 0) return;
    // A copy, since whoever sent the chunk may write into it again.
    const piece = new Uint8Array(bytes.subarray(0, room));
    this.#pieces.push(piece);
    this.#keptBytes += piece.length;
  }

  /** Ends the line, and begins the next one. */
  end(number: number, endsWithLineFeed: boolean): TextLine {
    const bytes = new Uint8Array(this.#keptBytes);
    let length = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, length);
      length += piece.length;
    }
    const wasTooLong = this.#isTooLong;
    this.#pieces = [];
    this.#keptBytes = 0;
    this.#isTooLong = false;
    const hasMark = number === 1 && byteOrderMark.every((byte, index) => bytes[index] === byte);
    const start = hasMark ? byteOrderMark.length : 0;
    const end = endsWithLineFeed && !wasTooLong && bytes.at(-1) === carriageReturn ? length - 1 : length;
    if (wasTooLong || end - start > this.#maxBytes) {
      const beginning = bytes.subarray(start, start + this.#maxBytes);
      return { number, text: decodeBeginning(beginning), problem: 'TooLong' };
    }
    return { number, ...decode(bytes.subarray(start, end)) };
  }
}

/**
 * Reads lines that end with LF, and nothing else: a CR before it belongs to the line end, and every other character
 * that Unicode or a terminal takes for an end (U+2028, U+2029, U+0085, VT, FF, CR alone) belongs to the text, as in
 * JSON. The last line needs no end. Not by `node:readline`: it cuts at the first two and at CR alone.
 *
 * Of a line with more than `maxLineBytes` that much is kept and the rest is passed over as it comes, so a line without
 * an end takes no more memory than that; the next line is read as ever.
 *
 * @param chunks - UTF-8, cut anywhere.
 * @see https://github.com/ndjson/ndjson-spec
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  { maxLineBytes }: { maxLineBytes: number },
): AsyncGenerator<TextLine, void, undefined> {
  const line = new OpenLine(maxLineBytes);
  let number = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (
      let end = chunk.indexOf(lineFeed);
      end !== -1;
      start = end + 1, end = chunk.indexOf(lineFeed, start)
    ) {
      line.add(chunk.subarray(start, end));
      yield line.end(number, true);
      number += 1;
    }
    line.add(chunk.subarray(start));
  }
  if (!line.isEmpty) yield line.end(number, false);
}
