/**
 * RFC 5646's grandfathered tags (2.2.8) and their current equivalents; `und` if there is none.
 * @see https://www.iana.org/assignments/language-subtag-registry
 */
const grandfathered: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'art-lojban': 'jbo',
    'cel-gaulish': 'xtg',
    'en-gb-oed': 'en-GB-oxendict',
    'i-ami': 'ami',
    'i-bnn': 'bnn',
    'i-default': 'und',
    'i-enochian': 'und',
    'i-hak': 'hak',
    'i-klingon': 'tlh',
    'i-lux': 'lb',
    'i-mingo': 'und',
    'i-navajo': 'nv',
    'i-pwn': 'pwn',
    'i-tao': 'tao',
    'i-tay': 'tay',
    'i-tsu': 'tsu',
    'no-bok': 'nb',
    'no-nyn': 'nn',
    'sgn-be-fr': 'sfb',
    'sgn-be-nl': 'vgt',
    'sgn-ch-de': 'sgg',
    'zh-guoyu': 'cmn',
    'zh-hakka': 'hak',
    'zh-min': 'nan',
    'zh-min-nan': 'nan',
    'zh-xiang': 'hsn',
  }),
);

/** An extended language after its macrolanguage, e.g. `zh-yue-HK`; the extended language alone means the same (4.5). */
const extendedLanguage = /^[a-z]{2,3}-([a-z]{3}(?:-[a-z\d-]+)?)$/i;
/** Private use: has a meaning only between two parties. */
const privateUse = /^x(?:-[a-z\d]{1,8})+$/i;

const canonical = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};

/**
 * @param tag - at most 100 characters.
 * @returns an equivalent tag that `Intl` can read; `undefined` if the text is not a BCP 47 tag.
 * @see https://www.rfc-editor.org/rfc/rfc5646
 */
export const readLanguageTag = (tag: string): string | undefined => {
  const old = grandfathered.get(tag.toLowerCase());
  if (old !== undefined) return old;
  if (privateUse.test(tag)) return 'und';
  const enclosed = extendedLanguage.exec(tag)?.[1];
  return canonical(tag) ?? (enclosed === undefined ? undefined : canonical(enclosed));
};
