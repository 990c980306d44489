/** Timers further away than this are not waited for, ms. */
const horizonMs = 1_500;
/** A timer that a timer set, and so on: what goes further is a heartbeat, which never ends. */
const mostDepth = 3;
const mostTimers = 200;

/**
 * Runs in every document of the page before the page's own scripts, in their world: there is no other place from which
 * timers can be seen. So what it says is a hint and nothing else: a page can take it away, or make it lie.
 *
 * Pages look whether functions of the browser are its own, and show less where they are not. So these have the names,
 * lengths, members and texts of those in whose place they stand, in every frame: a text is told by what it is, so that
 * the `toString` of one frame knows the functions of another. Nothing of it calls what a page may have changed.
 *
 * @param name - of an event of the window, which asks whether timers are about to fire; one that no page knows before.
 */
export const timerHints = (name: string): string => `(() => {
  'use strict';
  const { apply } = Reflect;
  const { preventDefault } = Event.prototype;
  const own = { setTimeout, clearTimeout, toString: Function.prototype.toString };
  // Timers that are waited for, by their number.
  const due = Object.create(null);
  let count = 0;
  const isPlain = (ms) => ms === undefined || typeof ms === 'number' || typeof ms === 'string';
  const isNear = (ms) => isPlain(ms) && !(+ms > ${horizonMs});
  const forget = (id) => { if (typeof id === 'number' && id in due) { delete due[id]; count -= 1; } };
  let depth = 0;
  const given = {
    setTimeout(handler, ...others) {
      const isNoted = typeof handler === 'function' && isNear(others[0]) && depth < ${mostDepth} && count < ${mostTimers};
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

/** Asks whether timers are about to fire. It may be asked from another world of the same document. */
export const askTimers = (name: string): string =>
  `!dispatchEvent(new Event(${JSON.stringify(name)}, { cancelable: true }))`;
