/** Timers further away than this are not waited for, ms. */
const horizonMs = 1_500;
/** A timer that a timer set, and so on: what goes further is a heartbeat, which never ends. */
const mostDepth = 3;
const mostTimers = 200;

/**
 * Runs in every document of the page before the page's own scripts, in their world: there is no other place from which
 * timers can be seen. So what it says is a hint and nothing else: a page can take it away, or make it lie.
 *
 * @param name - of the global function that tells; one that no page knows before.
 */
export const timerHints = (name: string): string => `(() => {
  const due = new Map();
  const now = performance.now.bind(performance);
  const { apply } = Reflect;
  let depth = 0;
  globalThis.setTimeout = new Proxy(setTimeout, {
    apply(target, self, given) {
      const [run, ms] = given;
      const waitMs = Number(ms) || 0;
      if (typeof run !== 'function' || waitMs > ${horizonMs} || depth >= ${mostDepth} || due.size >= ${mostTimers})
        return apply(target, self, given);
      const own = depth + 1;
      let id;
      const told = function (...passed) {
        due.delete(id);
        const before = depth;
        depth = own;
        try { return apply(run, this, passed); } finally { depth = before; }
      };
      id = apply(target, self, [told, ...given.slice(1)]);
      due.set(id, now() + waitMs);
      return id;
    },
  });
  globalThis.clearTimeout = new Proxy(clearTimeout, {
    apply(target, self, given) { due.delete(given[0]); return apply(target, self, given); },
  });
  Object.defineProperty(globalThis, ${JSON.stringify(name)}, { value: () => due.size });
})()`;

/** Asks how many timers are about to fire. */
export const askTimers = (name: string): string => `globalThis[${JSON.stringify(name)}]?.()`;
