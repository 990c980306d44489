import type { Violation } from '../domain/json-text.ts';
import { loadEngines } from '../pricing/sources/selectors/load-engines.ts';
import { findUnusableSelectors, selectorTypesIn } from './check-selectors.ts';

/** Reports problems of a webhook's address; takes the parsed body, which may break the schema. */
export type WebhookCheck = (body: unknown) => Promise<Violation[]>;

/**
 * Reports what a schema cannot check: unusable selectors and forbidden webhook addresses. Loads the required
 * modules only for calls that need them.
 *
 * @param body - parsed JSON of the call; may break the schema.
 * @param checkWebhook - absent: accepts all.
 */
export const findUnusable = async (
  body: unknown,
  checkWebhook: WebhookCheck = async () => [],
): Promise<Violation[]> => {
  const engines = await loadEngines(selectorTypesIn(body));
  return [...findUnusableSelectors(body, engines), ...(await checkWebhook(body))];
};
