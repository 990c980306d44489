/** Phrases on walls and empty pages. Searched in title and headings, and in the text if very short. */
import { wordsOf } from '../lexicon/lexicon.ts';

export const challengeWords = wordsOf('Challenge');
export const accessDeniedWords = wordsOf('AccessDenied');
export const consentWords = wordsOf('Consent');
export const loginWords = wordsOf('Login');
export const notFoundWords = wordsOf('NotFound');
export const emptySearchWords = wordsOf('EmptySearch');
/** Beside a product they mean that it is discontinued; on a page with nothing else, that it is missing. */
export const goneWords = wordsOf('Gone');
export const productNouns = wordsOf('ProductNoun');
export const unavailableWords = wordsOf('ShopDown');
/** Words that also describe products; they describe the page only on a line of their own. */
export const shopDownWords = wordsOf('ShopDownAlone');
export const waitingWords = wordsOf('Waiting');
export const joinWords = wordsOf('MembersDoor');
export const passwordWords = wordsOf('PasswordDoor');
export const ageWords = wordsOf('AgeQuestion');
export const yearsOfAgeWords = wordsOf('YearsOfAge');
export const ageDemandWords = wordsOf('AsksAge');
export const regionWords = wordsOf('RegionQuestion');
export const noShopWords = wordsOf('NoShop');
export const bareHostWords = wordsOf('BareHost');
export const domainWords = wordsOf('DomainNoun');
export const pageNouns = wordsOf('PageNoun');
export const missingWords = wordsOf('Missing');
/** The visitor's own lists, which may be empty on any page. */
export const ownListWords = wordsOf('OwnList');

/** "404" alone is also a model number, so it counts only on a page with little else. */
export const bare404 = /^\s*404\s*(?:$|[-–—|:!.])|[-–—|:]\s*404\s*$/m;
