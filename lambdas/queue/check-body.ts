import type { Violation } from '../domain/json-text.ts';
import { loadEngines } from '../pricing/selectors/load-engines.ts';
import { findUnusableSelectors, selectorTypesIn } from './check-selectors.ts';

/** Names what a webhook's address shows to be wrong; given the parsed body, whatever its form. */
export type WebhookCheck = (body: unknown) => Promise<Violation[]>;

/**
 * Names what no schema can judge: selectors that no page can answer, and a webhook that is never posted to. What judges
 * these is loaded for calls that have some.
 *
 * @param body - parsed JSON of the call; may break the schema.
 * @param checkWebhook - absent: nothing is said against any.
 */
export const findUnusable = async (
  body: unknown,
  checkWebhook: WebhookCheck = async () => [],
): Promise<Violation[]> => {
  const engines = await loadEngines(selectorTypesIn(body));
  return [...findUnusableSelectors(body, engines), ...(await checkWebhook(body))];
};
