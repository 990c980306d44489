import type { WatchedChange } from '../../lambdas/domain/watches/watched-changes.ts';

/**
 * A change as it is handed over: to the output, to a command, to a webhook. Members that begin with a capital letter are
 * as in the service's results; text of a page is in `Title` and `Of` alone.
 */
export type Notice = WatchedChange & {
  /** `msg_` and a UUID: the same whenever and however it is told. */
  Id: string;
  At: string;
  Sku: string;
  Site: string;
  /** As the watched file names it. */
  Url: string | null;
};
