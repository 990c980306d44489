import type { SiteResult } from '../../client/index.ts';
import { doubtWords } from '../words.ts';

/** Why a price should be checked; empty for a price without doubt. */
export const Doubts = ({ site }: { site: SiteResult }) => {
  const words = doubtWords(site);
  return words === '' ? null : <span class="doubts">{words}</span>;
};
