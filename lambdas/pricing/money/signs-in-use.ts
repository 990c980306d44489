import entries from './signs-in-use.json' with { type: 'json' };

/**
 * Signs and words for currencies that shops print and CLDR lacks: bare nouns ("рублей", CLDR only has
 * "российских рублей"), abbreviations with and without a dot, and older or sloppy spellings. Everything else
 * comes from `currency-data.ts`.
 *
 * `codes` are ISO 4217, separated by spaces; an exclamation mark marks the one meant without a hint. A sign
 * matches as written or in any case; a minor unit is hundredths, printed after a whole amount or alone.
 */
export interface SignInUse {
  sign: string;
  codes: string;
  match: 'asWritten' | 'anyCase' | 'minorUnit';
  note?: string;
}

export const signsInUse = entries as readonly SignInUse[];

/**
 * Signs that are also words, units or parts of model numbers ("KM" and kilometre, "Le" and a French article).
 * They count only if a hint names their currency.
 */
export const weakSigns: ReadonlySet<string> = new Set(
  (
    'da km dt ar af br bd jd qr sr tk d e g k l p q r s f le ls um sr vt rf mk mt kn lv cf cg db fr fc fg ' +
    'fr. den ang aas std dbm dbb dbz bbg cfp dh dhs MT N P K F ks s/ s/. man. ¢ \\ zk gs rf kw real won ' +
    'all try top mad bam cup sos gel pen lak bob ron mop cop sar mur php awg gip cad ман сом bath rand ' +
    'lek ft stg nis inr. rial dinar'
  ).split(' '),
);

/** Codes that are also words ("TOP 10", "TRY 2"): they count only beside decimals or digit groups. */
export const codesThatAreWords: ReadonlySet<string> = new Set(
  'ALL TRY TOP PEN CUP MAD SOS GEL MOP'.split(' '),
);
