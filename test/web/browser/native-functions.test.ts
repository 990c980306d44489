// A page in real Chromium checks if browser functions are native: in its window, in all kinds of frames,
// across frames, and in workers.
import { expect, it } from 'vitest';
import { answering, reportOf } from './loopback-browser.ts';

/** Inspects a function without calling it, and an original one for comparison. */
const look = `
  const say = (work) => { try { return String(work()); } catch (error) { return error.name + ': ' + error.message; } };
  // In workers they are members of a prototype.
  const descriptorOf = (holder, key) =>
    Object.getOwnPropertyDescriptor(holder, key) ?? descriptorOf(Object.getPrototypeOf(holder), key);
  const shapeOf = (global, holder, key) => {
    const fn = holder[key];
    const { writable, enumerable, configurable } = descriptorOf(holder, key);
    return {
      text: say(() => fn.toString()),
      called: say(() => global.Function.prototype.toString.call(fn)),
      added: say(() => fn + ''),
      bound: say(() => fn.bind(null)),
      inherited: say(() => Object.create(fn).toString()),
      proxied: say(() => new Proxy(fn, {})),
      name: fn.name, length: fn.length, keys: Reflect.ownKeys(fn).map(String),
      own: JSON.stringify(Object.getOwnPropertyDescriptors(fn)),
      flags: [writable, enumerable, configurable],
      prototype: Object.getPrototypeOf(fn) === global.Function.prototype,
      made: say(() => new fn()),
      cyclic: say(() => Object.setPrototypeOf(fn, Object.create(fn))),
      caller: say(() => fn.caller), args: say(() => fn.arguments),
    };
  };
  const lookAt = (global) => ({
    setTimeout: shapeOf(global, global, 'setTimeout'), setInterval: shapeOf(global, global, 'setInterval'),
    clearTimeout: shapeOf(global, global, 'clearTimeout'), clearInterval: shapeOf(global, global, 'clearInterval'),
    toString: shapeOf(global, global.Function.prototype, 'toString'),
    toLocaleString: shapeOf(global, global.Array.prototype, 'toLocaleString'),
    empty: [say(() => global.setTimeout()), say(() => global.setInterval())],
    foreign: [say(() => global.setTimeout.call({}, () => {})), say(() => global.setInterval.call({}, () => {}))],
    ofNothing: say(() => global.Function.prototype.toString.call({})),
    odd: Reflect.ownKeys(global).map(String).filter((key) => /[0-9a-f]{8}-|observed|scrap/i.test(key)),
    ownFunction: say(() => global.Function.prototype.toString.call(global.eval('(function  mine ( a ) { })'))),
    valueOfs: (() => { let requested = 0; clearTimeout(setTimeout(() => {}, { valueOf: () => (requested += 1) })); return requested; })(),
  });`;

const page = `<h1>x</h1><pre></pre><iframe src="/frame"></iframe><iframe srcdoc="<p>y</p>"></iframe><script>
  onerror = (message) => { document.querySelector('pre').textContent = encodeURIComponent(JSON.stringify({ message })); };
</script><script>${look}
  const blank = document.createElement('iframe');
  document.body.append(blank);
  const all = { page: lookAt(window), 'a frame made by a script': lookAt(blank.contentWindow) };
  const textBy = (global) => (fn) => say(() => global.Function.prototype.toString.call(fn));
  onload = () => {
    all['a frame'] = lookAt(frames[0]);
    all['a frame in the markup'] = lookAt(frames[1]);
    const between = {};
    for (const [from, a] of [['page', window], ['frame', frames[0]], ['blank', blank.contentWindow]])
      for (const [to, b] of [['page', window], ['frame', frames[0]], ['blank', blank.contentWindow]])
        between[from + ' of ' + to] = [b.setTimeout, b.clearTimeout, b.Function.prototype.toString].map(textBy(a));
    all.between = between;
    new Worker('/worker.js').onmessage = ({ data }) => {
      all['a worker'] = data;
      setTimeout((first, second) => {
        all.passed = [first, second];
        document.querySelector('pre').textContent = encodeURIComponent(JSON.stringify(all));
      }, 10, 'one', 'two');
    };
  };
</script>`;

type Shape = Record<string, unknown>;
type Seen = Record<'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval' | 'toString', Shape> &
  Record<string, unknown>;

const answers = {
  '/': page,
  '/frame': '<p>z</p>',
  '/worker.js': `${look} postMessage(lookAt(self))`,
};

/** Like the comparison function, except for its name. */
const likeNeighbour = (shape: unknown, from: string, to: string): unknown =>
  JSON.parse(JSON.stringify(shape).replaceAll(from, to));

it('look native to every check by a page', async () => {
  const { message, between, passed, ...places } = await reportOf<Record<string, Seen>>(answering(answers));
  expect(message).toBeUndefined();
  expect(passed).toEqual(['one', 'two']);
  expect(Object.keys(places)).toHaveLength(5);
  for (const [place, seen] of Object.entries(places)) {
    expect(seen.setTimeout.text, place).toBe('function setTimeout() { [native code] }');
    expect(seen.setTimeout, place).toEqual(likeNeighbour(seen.setInterval, 'setInterval', 'setTimeout'));
    expect(seen.clearTimeout, place).toEqual(
      likeNeighbour(seen.clearInterval, 'clearInterval', 'clearTimeout'),
    );
    expect(seen.toString, place).toEqual(likeNeighbour(seen.toLocaleString, 'toLocaleString', 'toString'));
    expect(seen.odd, place).toEqual([]);
    for (const pair of ['empty', 'foreign'] as const) {
      const [ours, neighbour] = seen[pair] as [string, string];
      expect(ours, place).toBe(neighbour.replaceAll('setInterval', 'setTimeout'));
    }
    expect(seen.ofNothing, place).toBe(
      "TypeError: Function.prototype.toString requires that 'this' be a Function",
    );
    expect(seen.ownFunction, place).toBe('function  mine ( a ) { }');
    expect(seen.valueOfs, place).toBe(1);
  }
  for (const texts of Object.values(between!)) {
    expect(texts).toEqual(
      ['setTimeout', 'clearTimeout', 'toString'].map((name) => `function ${name}() { [native code] }`),
    );
  }
});
