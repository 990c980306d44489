import { Parser } from 'htmlparser2';

/** A longer delay reloads or forwards for readers, and is not a redirect. */
const maxDelaySeconds = 3;
/** Redirecting pages are small and declare it in their head. */
const maxScannedCharacters = 64 * 1024;

/** Elements whose content is not part of the document's markup. */
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

/** Maximum nesting of opaque elements; deeper pages do not redirect. */
const maxOpaqueDepth = 32;

/**
 * Tracks only opaque elements as open. The parser searches its list of open elements for every tag, so a head
 * of 64 KB with unclosed elements would take 100 ms on every hop.
 */
class FlatParser extends Parser {
  override isVoidElement(name: string): boolean {
    return !opaqueElements.has(name);
  }
}

/**
 * The target of a refresh that acts as a redirect, as written; `undefined` if there is none.
 *
 * @param value - of a `Refresh` header or of a meta tag's `content`.
 */
export const refreshTarget = (value: string): string | undefined => {
  const parts = /^\s*(\d*)(?:\.[\d.]*)?\s*[;,\s]\s*(?:url\s*=\s*)?(.*)$/is.exec(value);
  if (!parts || Number(parts[1]) > maxDelaySeconds) return undefined;
  const given = parts[2]!.trim();
  const quote = /^["']/.exec(given)?.[0];
  const url = quote === undefined ? given : given.slice(1).split(quote, 1)[0]!;
  return url.trim() === '' ? undefined : url.trim();
};

/**
 * The target of a `<meta http-equiv="refresh">` that acts as a redirect, as written; `undefined` if there is
 * none. Ignores a refresh inside `<noscript>`, which is for browsers without scripts.
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
      // Stops parsing: the rest counts as opaque.
      if (opaqueDepth > maxOpaqueDepth) parser.pause();
      if (name !== 'meta' || opaqueDepth > 0 || target !== undefined) return;
      if (attributes['http-equiv']?.trim().toLowerCase() !== 'refresh') return;
      target = refreshTarget(attributes.content ?? '');
    },
    onclosetag(name) {
      if (opaqueElements.has(name)) opaqueDepth -= 1;
    },
  });
  parser.end(head);
  return target;
};
