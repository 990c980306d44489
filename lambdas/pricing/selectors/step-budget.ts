/** Thrown when a selector asks for more steps than its page allows; never leaves this folder. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

/**
 * Counts the steps of one selector, so that `//*[count(//*)>1]` on a large page ends as an error and not as a hang.
 */
export class StepBudget {
  private left: number;

  /** @param size - nodes or characters that the selector looks through. */
  constructor(size: number) {
    this.left = 1_000_000 + size * 30;
  }

  spend(steps = 1): void {
    this.left -= steps;
    if (this.left < 0)
      throw new BudgetSpent('The selector takes too many steps on this page; make it more direct.');
  }
}
