import type { SiteResult } from '../../client/index.ts';
import { doubtWords } from '../words.ts';

/** Says beside a price why it should be checked; nothing beside one without doubt. */
export const Doubts = ({ site }: { site: SiteResult }) => {
  const words = doubtWords(site);
  return words === '' ? null : <span class="doubts">{words}</span>;
};
