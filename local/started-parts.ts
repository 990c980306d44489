/** Started parts, stopped in reverse order, also when a later start fails. */
export class StartedParts {
  readonly #stops: (() => Promise<unknown>)[] = [];

  /** @param stop - called once, by {@link stopAll}. */
  add(stop: () => Promise<unknown>): void {
    this.#stops.push(stop);
  }

  /** Waits for a part to be started. */
  async keep<T>(starting: Promise<T>, stop: (part: T) => Promise<unknown>): Promise<T> {
    const part = await starting;
    this.add(() => stop(part));
    return part;
  }

  /** @throws AggregateError of what did not stop; all others are stopped. */
  async stopAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const stop of this.#stops.splice(0).reverse()) {
      await stop().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'The local stack did not stop cleanly');
  }
}

/** Like `Promise.all`, but waits for all before it rejects, so that what was started can be stopped. */
export const settleAll = async <T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> => {
  const results = await Promise.allSettled(promises);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>;
  };
};
