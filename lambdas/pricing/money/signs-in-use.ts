import entries from './signs-in-use.json' with { type: 'json' };

/**
 * Signs and words for currencies that shops print and CLDR does not list: bare nouns ("рублей", CLDR has only
 * "российских рублей"), abbreviations with and without a dot, and older or sloppy spellings. Everything else
 * comes from `currency-data.ts`.
 *
 * `codes` are ISO 4217, parted by blanks; the one with an exclamation mark is meant where no hint says otherwise.
 * A sign is matched as it is written or in any letter case; a minor unit is hundredths, printed behind a whole
 * amount or alone.
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
 * They count only where a hint names their currency.
 */
export const weakSigns: ReadonlySet<string> = new Set(
  (
    'da km dt ar af br bd jd qr sr tk d e g k l p q r s f le ls um sr vt rf mk mt kn lv cf cg db fr fc fg ' +
    'fr. den ang aas std dbm dbb dbz bbg cfp dh dhs MT N P K F ks s/ s/. man. ¢ \\ zk gs rf kw real won ' +
    'all try top mad bam cup sos gel pen lak bob ron mop cop sar mur php awg gip cad ман сом bath rand ' +
    'lek ft stg nis inr. rial dinar'
  ).split(' '),
);

/** Codes that stand in capitals as words ("TOP 10", "TRY 2"): only beside a number with decimals or groups. */
export const codesThatAreWords: ReadonlySet<string> = new Set(
  'ALL TRY TOP PEN CUP MAD SOS GEL MOP'.split(' '),
);
