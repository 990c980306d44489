/** Thrown when a selector asks for more than its page allows; never leaves this folder. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

/** Milliseconds of work, from any beginning; best the processor time of this thread, which neighbours do not slow. */
export type WorkClock = () => number;

/** All selectors of a site together, in milliseconds: a usual one needs some hundredths of one. */
export const maxSelectorsMs = 1_000;

/** Between two looks at the clock; each spends little. */
const spendsBetweenLooks = 64;

/**
 * What the selectors of one site may cost, so that `//*[count(//*)>1]` on a large page ends as an error and not as a
 * hang.
 *
 * Each selector may take so many steps, which is certain on every machine. All together have one budget of time, since
 * a step of a regular expression costs anything from one to as many as its program has instructions; each selector
 * has half of what is left of it, so that a costly one leaves time to those behind it.
 */
export class SelectorBudget {
  private readonly clock: WorkClock;
  private usedMs = 0;
  private stepsLeft = 0;
  private endsAtMs = 0;
  private spendsToLook = 0;

  /** @param clock - absent: steps alone are counted. */
  constructor(clock: WorkClock = () => 0) {
    this.clock = clock;
  }

  /**
   * Runs one selector.
   *
   * @param size - nodes or characters that it looks through.
   * @throws BudgetSpent
   */
  run<T>(size: number, work: () => T): T {
    const leftMs = maxSelectorsMs - this.usedMs;
    if (leftMs < 1)
      throw new BudgetSpent(
        `The selectors of this site have together used up their ${maxSelectorsMs} ms on this page; ` +
          'make those before it more direct.',
      );
    const startedAtMs = this.clock();
    this.stepsLeft = 1_000_000 + size * 30;
    this.endsAtMs = startedAtMs + leftMs / 2;
    this.spendsToLook = spendsBetweenLooks;
    try {
      return work();
    } finally {
      this.usedMs += this.clock() - startedAtMs;
    }
  }

  spend(steps = 1): void {
    this.stepsLeft -= steps;
    if (this.stepsLeft < 0)
      throw new BudgetSpent('The selector takes too many steps on this page; make it more direct.');
    this.spendsToLook -= 1;
    if (this.spendsToLook <= 0) this.look();
  }

  /** For work whose steps cannot be counted. */
  look(): void {
    this.spendsToLook = spendsBetweenLooks;
    if (this.clock() > this.endsAtMs)
      throw new BudgetSpent('The selector takes too much time on this page; make it more direct.');
  }

  /** For a character that an expression looks at, some times over. */
  spendCharacter(): void {
    this.spend(1 / 16);
  }

  /** For text that is read: characters cost less than steps between nodes. */
  spendText(characters: number): void {
    this.spend(1 + characters / 16);
  }
}
