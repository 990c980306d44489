import { isUtf8 } from 'node:buffer';
import { getBOMEncoding, labelToName, legacyHookDecode } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';
import sniffEncoding from 'html-encoding-sniffer';
import { charsetParameter, contentKind } from './content-type.ts';

/** The standard requires 1,024 bytes; browsers also honour a later declaration by parsing again. */
const prescanBytes = 64 * 1024;

/** Bytes of text to detect the encoding from. */
const detectionBytes = 32 * 1024;

/**
 * Likely encodings of undeclared pages by the market's language, if other than windows-1252.
 *
 * @see https://html.spec.whatwg.org/#determining-the-character-encoding
 */
const legacyEncodings: Readonly<Record<string, readonly string[]>> = {
  ar: ['windows-1256'],
  az: ['windows-1254'],
  ba: ['windows-1251'],
  be: ['windows-1251'],
  bg: ['windows-1251'],
  cs: ['windows-1250'],
  el: ['iso-8859-7', 'windows-1253'],
  et: ['windows-1257'],
  fa: ['windows-1256'],
  he: ['windows-1255'],
  hr: ['windows-1250'],
  hu: ['iso-8859-2', 'windows-1250'],
  ja: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  kk: ['windows-1251'],
  ko: ['euc-kr'],
  ku: ['windows-1254'],
  ky: ['windows-1251'],
  lt: ['windows-1257'],
  lv: ['windows-1257'],
  mk: ['windows-1251'],
  pl: ['iso-8859-2', 'windows-1250'],
  ru: ['windows-1251', 'koi8-r'],
  sah: ['windows-1251'],
  sk: ['windows-1250'],
  sl: ['iso-8859-2', 'windows-1250'],
  sr: ['windows-1251'],
  tg: ['windows-1251'],
  th: ['windows-874'],
  tr: ['windows-1254'],
  tt: ['windows-1251'],
  uk: ['windows-1251', 'koi8-u'],
  vi: ['windows-1258'],
  zh: ['gb18030', 'big5'],
};

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length && !text.includes('\x1b');

/** Text between tags that contains non-ASCII bytes. */
const nonAsciiText = (body: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      .toString('latin1')
      .split('<')
      .filter((tag) => !isAscii(tag) && !/^(?:script|style)\b/i.test(tag))
      .map((tag) => tag.slice(tag.indexOf('>') + 1))
      .join(' ')
      .slice(0, detectionBytes),
    'latin1',
  );

/**
 * Detects the encoding of a body that declares none and is not UTF-8. Prefers encodings of the market's
 * language.
 */
const detectEncoding = (body: Uint8Array, language: string): string => {
  const found = analyse(nonAsciiText(body)).flatMap(({ name }) => labelToName(name)?.toLowerCase() ?? []);
  const own = legacyEncodings[language.toLowerCase().split('-', 1)[0]!];
  return own ? (found.find((name) => own.includes(name)) ?? own[0]!) : (found[0] ?? 'windows-1252');
};

/**
 * Decodes a body like a browser: byte order mark, then header, then `<meta>` or XML declaration, for all
 * encodings of the WHATWG standard. An undeclared page is UTF-8 if valid, else its encoding is detected.
 * Never throws: invalid bytes become U+FFFD.
 *
 * Does not use Node.js's `TextDecoder`, which deviates from the standard in four legacy encodings.
 *
 * @param language - BCP 47; the preferred language of the site.
 */
export const decodeText = (body: Uint8Array, contentType: string | undefined, language: string): string => {
  const kind = contentKind(contentType);
  const declared = charsetParameter(contentType);
  const transport = declared !== undefined && labelToName(declared) !== null ? declared : undefined;
  if (kind === 'text') {
    // JSON is UTF-8 unless declared otherwise, and has no markup with a declaration.
    return legacyHookDecode(body, transport ?? (isUtf8(body) ? 'utf-8' : detectEncoding(body, language)));
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
    (isUtf8(body) ? 'utf-8' : kind === 'xml' ? 'utf-8' : detectEncoding(body, language));
  return legacyHookDecode(body, encoding);
};
