import type { Page, Script } from '../page/page.ts';
import { type JsonValue, parseLooseJson } from '../structured/loose-json.ts';
import { readTurboStream } from './framework-state.ts';
import { readFlight } from './next-flight.ts';

/** The joined pieces of state pushed by a page's scripts. */
export interface StreamedState {
  literals: { name: string; value: JsonValue }[];
  /** JSON-LD texts that are yet to be inserted. */
  jsonLd: ReadonlySet<string>;
}

const flightMark = '__next_f';
const flightCall = /__next_f(?:[^()]{0,60}\))?\.push\(\s{0,9}\[\s{0,9}1\s{0,9},\s{0,9}(?=["'])/g;
const turboMark = 'streamController.enqueue';
const turboCall = /streamController\.enqueue\(\s{0,9}(?=["'])/g;
/** Most text read from such scripts. */
const maxText = 8_000_000;

const streamedStart =
  /^\s{0,50}\(?(?:self|window|globalThis)\.(?:__next_f\b|__\w{1,40}\.streamController\.enqueue\b)/;

/** True if the script only pushes pieces of a stream. */
export const isStreamed = ({ type, text }: Script): boolean => type === '' && streamedStart.test(text);

/** Joins the texts pushed by scripts; rows may be cut anywhere. */
const joinPushed = (page: Page, mark: string, call: RegExp): string => {
  const texts: string[] = [];
  let budget = maxText;
  for (const { type, text } of page.scripts) {
    if (type !== '' || text.length > budget || !text.includes(mark)) continue;
    budget -= text.length;
    call.lastIndex = 0;
    for (let match = call.exec(text); match; match = call.exec(text)) {
      const parsed = parseLooseJson(text, match.index + match[0].length);
      // An unterminated text would extend to the script's end, and so would every later one.
      if (typeof parsed?.value !== 'string') break;
      texts.push(parsed.value);
      call.lastIndex = parsed.end;
    }
  }
  return texts.join('');
};

/** Reads the state that Next.js and React Router stream. */
export const readStreamedState = (page: Page): StreamedState => {
  const flight = readFlight(joinPushed(page, flightMark, flightCall));
  const turbo = readTurboStream(joinPushed(page, turboMark, turboCall));
  const literals: StreamedState['literals'] = [{ name: flightMark, value: flight.rows }];
  if (turbo !== undefined) literals.push({ name: turboMark, value: turbo });
  return { literals, jsonLd: flight.jsonLd };
};
