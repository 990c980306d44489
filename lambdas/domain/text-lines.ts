/** One line of a byte stream. */
export interface TextLine {
  /** From 1. */
  number: number;
  /** Without its line end; only the beginning if too long, with U+FFFD for bytes that are not UTF-8. */
  text: string;
  problem: 'TooLong' | 'NotUtf8' | null;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Only before the first line; elsewhere U+FEFF is part of the text. */
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

/** Decodes the beginning of a line, without a final character that the cap may have cut. */
const decodeBeginning = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });

/** The part of a line received so far. */
class OpenLine {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #keptBytes = 0;
  #isTooLong = false;

  /** @param maxBytes - not counting the line end and the byte order mark. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#keptBytes === 0;
  }

  /** Keeps at most the cap, plus room for a byte order mark and a CR, which may not be part of the text. */
  add(bytes: Uint8Array): void {
    const room = this.#maxBytes + byteOrderMark.length + 1 - this.#keptBytes;
    if (bytes.length > room) this.#isTooLong = true;
    if (room <= 0 || bytes.length === 0) return;
    // Copy, since the source may reuse the chunk's buffer.
    const piece = new Uint8Array(bytes.subarray(0, room));
    this.#pieces.push(piece);
    this.#keptBytes += piece.length;
  }

  /** Ends the line and starts the next. */
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
 * Reads lines that end with LF or CRLF. All other line breaks of Unicode (U+2028, U+2029, U+0085, VT, FF, CR alone) are
 * part of the text, as in JSON; `node:readline` would split at the first two and at CR alone. The last line needs no end.
 *
 * Keeps the first `maxLineBytes` of a longer line and discards the rest as it arrives, so that an endless line takes no
 * more memory.
 *
 * @param chunks - UTF-8, split anywhere.
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
