/**
 * Tags that RFC 5646 keeps from before its grammar (2.2.8), with what stands for them today; `und` where nothing does.
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

/** A language before the one that it encloses, e.g. `zh-yue-HK`: the enclosed one alone says the same (4.5). */
const extendedLanguage = /^[a-z]{2,3}-([a-z]{3}(?:-[a-z\d-]+)?)$/i;
/** Means something between two parties only. */
const privateUse = /^x(?:-[a-z\d]{1,8})+$/i;

const canonical = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
};

/**
 * @param tag - as a caller writes it, at most 100 characters.
 * @returns a tag of the same meaning that `Intl` knows how to read; `undefined` for a text that is no tag of BCP 47.
 * @see https://www.rfc-editor.org/rfc/rfc5646
 */
export const readLanguageTag = (tag: string): string | undefined => {
  const old = grandfathered.get(tag.toLowerCase());
  if (old !== undefined) return old;
  if (privateUse.test(tag)) return 'und';
  const enclosed = extendedLanguage.exec(tag)?.[1];
  return canonical(tag) ?? (enclosed === undefined ? undefined : canonical(enclosed));
};
