interface Timer {
  atMs: number;
  order: number;
  call: () => void;
}

/** Everything that runs on promises alone has gone as far as it can. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Time that passes only while nothing else is left to do, from timer to timer. While it runs it takes the place of
 * `setTimeout`, so that the functions' own timers obey it too.
 */
export class VirtualTime {
  nowMs: number;
  readonly #timers: Timer[] = [];
  #order = 0;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Calls a function after a time; the returned one calls it off. */
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

  /** Lets time pass until a moment. */
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
