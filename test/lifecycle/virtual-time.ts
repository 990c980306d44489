interface Timer {
  atMs: number;
  order: number;
  call: () => void;
}

/** Resolves once all pending promises have settled as far as possible. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Virtual time, which jumps from timer to timer once nothing else is pending. Replaces `setTimeout`, so that
 * the functions' own timers follow it.
 */
export class VirtualTime {
  nowMs: number;
  readonly #timers: Timer[] = [];
  #order = 0;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Calls a function after a time; the returned function cancels it. */
  after(ms: number, call: () => void): () => void {
    const timer = { atMs: this.nowMs + Math.max(0, ms), order: this.#order++, call };
    const place = this.#timers.findIndex(({ atMs }) => atMs > timer.atMs);
    this.#timers.splice(place < 0 ? this.#timers.length : place, 0, timer);
    return () => {
      const at = this.#timers.indexOf(timer);
      if (at >= 0) this.#timers.splice(at, 1);
    };
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Advances to a time. */
  async runUntil(untilMs: number): Promise<void> {
    const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
    Object.assign(globalThis, {
      setTimeout: (call: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => ({
        callOff: this.after(ms, () => call(...given)),
      }),
      clearTimeout: (timer?: { callOff?: () => void }) => timer?.callOff?.(),
    });
    try {
      await settle();
      for (let next = this.#timers[0]; next && next.atMs <= untilMs; next = this.#timers[0]) {
        this.#timers.shift();
        this.nowMs = next.atMs;
        next.call();
        await settle();
      }
      this.nowMs = untilMs;
    } finally {
      Object.assign(globalThis, real);
    }
  }
}
