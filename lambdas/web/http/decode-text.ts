import { getBOMEncoding, labelToName, legacyHookDecode } from '@exodus/bytes/encoding.js';
import sniffEncoding from 'html-encoding-sniffer';
import { charsetParameter, contentKind } from './content-type.ts';

/** The standard asks for 1,024 bytes; browsers also heed a later declaration, by parsing again. */
const prescanBytes = 64 * 1024;

/** Encodings of undeclared pages by the language of the market. @see https://html.spec.whatwg.org/#determining-the-character-encoding */
const legacyEncodings: Readonly<Record<string, string>> = {
  ar: 'windows-1256',
  az: 'windows-1254',
  ba: 'windows-1251',
  be: 'windows-1251',
  bg: 'windows-1251',
  cs: 'windows-1250',
  el: 'iso-8859-7',
  et: 'windows-1257',
  fa: 'windows-1256',
  he: 'windows-1255',
  hr: 'windows-1250',
  hu: 'iso-8859-2',
  ja: 'shift_jis',
  kk: 'windows-1251',
  ko: 'euc-kr',
  ku: 'windows-1254',
  ky: 'windows-1251',
  lt: 'windows-1257',
  lv: 'windows-1257',
  mk: 'windows-1251',
  pl: 'iso-8859-2',
  ru: 'windows-1251',
  sah: 'windows-1251',
  sk: 'windows-1250',
  sl: 'iso-8859-2',
  sr: 'windows-1251',
  tg: 'windows-1251',
  th: 'windows-874',
  tr: 'windows-1254',
  tt: 'windows-1251',
  uk: 'windows-1251',
  vi: 'windows-1258',
};

const legacyEncoding = (language: string): string => {
  const tag = language.toLowerCase();
  if (/^zh(?:-hant|-tw|-hk|-mo)/.test(tag)) return 'big5';
  if (/^zh\b/.test(tag)) return 'gb18030';
  return legacyEncodings[tag.split('-', 1)[0]!] ?? 'windows-1252';
};

const isUtf8 = (body: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
};

/**
 * Turns a body into text as a browser does: byte order mark, then header, then `<meta>` or XML declaration, over
 * all encodings of the WHATWG standard. A page that declares nothing is UTF-8 when it is valid UTF-8, else in the
 * encoding that its language was written in before. Never throws: what cannot be decoded becomes U+FFFD.
 *
 * Not by Node.js's own `TextDecoder`: that decodes four of the standard's legacy encodings by other tables.
 *
 * @param language - BCP 47; the first wanted language of the site.
 */
export const decodeText = (body: Uint8Array, contentType: string | undefined, language: string): string => {
  const kind = contentKind(contentType);
  const declared = charsetParameter(contentType);
  const transport = declared !== undefined && labelToName(declared) !== null ? declared : undefined;
  if (kind === 'text') {
    // JSON is UTF-8 unless it says otherwise; there is no markup to look into.
    return legacyHookDecode(body, transport ?? (isUtf8(body) ? 'utf-8' : legacyEncoding(language)));
  }
  const undeclared = '';
  const hints = transport === undefined ? {} : { transportLayerEncodingLabel: transport };
  const sniffed = sniffEncoding(
    body,
    kind === 'xml'
      ? { ...hints, xml: true, defaultEncoding: undeclared }
      : { ...hints, maxPrescanBytes: prescanBytes, defaultEncoding: undeclared },
  );
  const encoding =
    sniffed ||
    getBOMEncoding(body) ||
    (isUtf8(body) ? 'utf-8' : kind === 'xml' ? 'utf-8' : legacyEncoding(language));
  return legacyHookDecode(body, encoding);
};
