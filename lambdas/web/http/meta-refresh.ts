import { Parser } from 'htmlparser2';

/** A longer delay is for a reader (a page that renews itself), not a redirect. */
const maxDelaySeconds = 3;
/** Such pages are small and state it in their head. */
const maxScannedCharacters = 64 * 1024;

/** Elements that a browser without scripts does not show or run. */
const opaqueElements = new Set([
  'noscript',
  'template',
  'script',
  'style',
  'textarea',
  'title',
  'svg',
  'math',
]);

/** Opaque elements in each other; a page that has more of them open redirects nobody. */
const maxOpaqueDepth = 32;

/**
 * Keeps no element open but those that hide what is in them. The parser moves and searches its list of open elements
 * with every tag, so that a head of 64 KB that closes nothing would take a tenth of a second, on every hop.
 */
class FlatParser extends Parser {
  override isVoidElement(name: string): boolean {
    return !opaqueElements.has(name);
  }
}

/**
 * The target of a `<meta http-equiv="refresh">` that acts as a redirect, as written; `undefined` when there is
 * none. A refresh inside `<noscript>` is for browsers without scripts and is passed over.
 *
 * @see https://html.spec.whatwg.org/#shared-declarative-refresh-steps
 */
export const metaRefreshTarget = (html: string): string | undefined => {
  const head = html.slice(0, maxScannedCharacters);
  if (!/http-equiv\s*=\s*["']?\s*refresh/i.test(head)) return undefined;
  let target: string | undefined;
  let opaqueDepth = 0;
  const parser = new FlatParser({
    onopentag(name, attributes) {
      if (opaqueElements.has(name)) opaqueDepth += 1;
      // No further event: what stands behind counts as hidden.
      if (opaqueDepth > maxOpaqueDepth) parser.pause();
      if (name !== 'meta' || opaqueDepth > 0 || target !== undefined) return;
      if (attributes['http-equiv']?.trim().toLowerCase() !== 'refresh') return;
      target = parseRefresh(attributes.content ?? '');
    },
    onclosetag(name) {
      if (opaqueElements.has(name)) opaqueDepth -= 1;
    },
  });
  parser.end(head);
  return target;
};

const parseRefresh = (content: string): string | undefined => {
  const parts = /^\s*(\d*)(?:\.[\d.]*)?\s*[;,\s]\s*(?:url\s*=\s*)?(.*)$/is.exec(content);
  if (!parts || Number(parts[1]) > maxDelaySeconds) return undefined;
  const given = parts[2]!.trim();
  const quote = /^["']/.exec(given)?.[0];
  const url = quote === undefined ? given : given.slice(1).split(quote, 1)[0]!;
  return url.trim() === '' ? undefined : url.trim();
};
