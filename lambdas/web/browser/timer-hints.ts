/** Longer timers are ignored, ms. */
const horizonMs = 1_500;
/** Nesting of timers set by timers; deeper ones are heartbeats, which never end. */
const maxDepth = 3;
const maxTimers = 200;

/**
 * Tracks timers. Runs in every document before the page's scripts, and in their world, since timers are
 * visible nowhere else. The page can remove or fool it, so its result is only a hint.
 *
 * Pages check whether browser functions are native, and show less if they are not. So the replacements have
 * the names, lengths, members and source texts of the originals in every frame, including when the `toString`
 * of one frame is applied to a function of another. They call nothing that a page may have changed.
 *
 * @param name - name of the window event that queries pending timers; must be unpredictable for pages.
 */
export const timerHints = (name: string): string => `(() => {
  'use strict';
  const { apply } = Reflect;
  const { preventDefault } = Event.prototype;
  const own = { setTimeout, clearTimeout, toString: Function.prototype.toString };
  // Pending timers by ID.
  const due = Object.create(null);
  let count = 0;
  const isPlain = (ms) => ms === undefined || typeof ms === 'number' || typeof ms === 'string';
  const isNear = (ms) => isPlain(ms) && !(+ms > ${horizonMs});
  const forget = (id) => { if (typeof id === 'number' && id in due) { delete due[id]; count -= 1; } };
  let depth = 0;
  const given = {
    setTimeout(handler, ...others) {
      const isNoted = typeof handler === 'function' && isNear(others[0]) && depth < ${maxDepth} && count < ${maxTimers};
      const passed = arguments.length === 0 ? [] : [handler];
      for (let at = 0; at < others.length; at += 1) passed[at + 1] = others[at];
      if (!isNoted) return apply(own.setTimeout, this, passed);
      const level = depth + 1;
      let id;
      passed[0] = function (...received) {
        forget(id);
        const before = depth;
        depth = level;
        try { return apply(handler, this, received); } finally { depth = before; }
      };
      id = apply(own.setTimeout, this, passed);
      due[id] = true;
      count += 1;
      return id;
    },
    clearTimeout() {
      forget(arguments[0]);
      return apply(own.clearTimeout, this, arguments);
    },
    toString() {
      const text = apply(own.toString, this, []);
      for (let at = 0; at < texts.length; at += 2) if (text === texts[at]) return texts[at + 1];
      return text;
    },
  };
  const texts = [];
  for (const name in given) {
    texts[texts.length] = apply(own.toString, given[name], []);
    texts[texts.length] = apply(own.toString, own[name], []);
  }
  globalThis.setTimeout = given.setTimeout;
  globalThis.clearTimeout = given.clearTimeout;
  Function.prototype.toString = given.toString;
  addEventListener(${JSON.stringify(name)}, (event) => { if (count > 0) apply(preventDefault, event, []); });
})()`;

/** Expression that is true if timers are about to fire. Works from any world of the document. */
export const pendingTimersExpression = (name: string): string =>
  `!dispatchEvent(new Event(${JSON.stringify(name)}, { cancelable: true }))`;
