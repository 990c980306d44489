import * as languages from './languages.ts';
import { type PhraseTable, phraseTableOf } from './phrases.ts';

/** The phrases of all languages. Bundles contain this table prebuilt by `lib/phrase-table.ts`. */
export const phraseTable = (): PhraseTable => phraseTableOf(Object.values(languages));
