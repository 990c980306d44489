// Images in real Chromium: none is loaded, and each tells the page that it was.
import { expect, it } from 'vitest';
import { reportOf } from './loopback-browser.ts';

/** Elements that load an image, by what they show. `OTHER` is another origin. */
const elements: Readonly<Record<string, string>> = {
  plain: '<img src="/i/plain.jpg">',
  drawing: '<img src="/i/drawing.svg?v=1">',
  'without ending': '<img src="/i/image?id=4">',
  sourceSet: '<img srcset="/i/one.webp 1x, /i/two.webp 2x">',
  picture: '<picture><source srcset="/i/p.avif" type="image/avif"><img src="/i/p.jpg"></picture>',
  'of another origin': '<img src="OTHER/i/other.png">',
  'by CORS': '<img crossorigin src="OTHER/i/cors.png">',
  'by CORS, with credentials': '<img crossorigin="use-credentials" src="OTHER/i/credentials.png">',
  button: '<input type="image" src="/i/button.png">',
  'in a drawing': '<svg width="9" height="9"><image href="/i/in.png" width="9" height="9"/></svg>',
  'used drawing': '<svg width="9" height="9"><use href="/i/sprite.svg#x"/></svg>',
  preloaded: '<link rel="preload" as="image" href="/i/pre.png">',
  data: '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">',
};
const names = Object.keys(elements);

const page = (other: string): string => `<!doctype html><meta charset="utf-8"><h1>x</h1>
  <style>.s { background: url(/i/background.png); cursor: url(/i/cursor.png), auto; border-image: url(/i/border.png) }
    li { list-style-image: url(/i/list.gif) } .s { mask: url(/i/mask.svg#m) }</style>
  <div class="s">x</div><ul><li>x</ul><video poster="/i/poster.jpg"></video>
  <pre></pre><script>
    const told = {};
    const say = (name) => ({ type }) => {
      told[name] = type;
      if (Object.keys(told).length < ${names.length + 3}) return;
      document.querySelector('pre').textContent = encodeURIComponent(JSON.stringify(told));
    };
    const hear = (name, element) => { element.onload = element.onerror = say(name); return element; };
    hear('made by script', new Image()).src = '/i/script.png';
    fetch('/blob.gif').then((got) => got.blob()).then((blob) => {
      hear('blob', new Image()).src = URL.createObjectURL(blob);
    });
    addEventListener('load', say('the page'));
    const write = (name, html) => {
      const frame = document.createElement('div');
      frame.innerHTML = html;
      hear(name, frame.querySelector('img, input, image, use, link'));
      document.body.append(frame);
    };
    for (const [name, html] of Object.entries(${JSON.stringify(elements)})) write(name, html.replace('OTHER', '${other}'));
  </script>`;

it('are never loaded, but appear loaded to scripts', async () => {
  const requested: string[] = [];
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const told = await reportOf(({ url = '', socket }, response) => {
    requested.push(url);
    const isPage = url === '/';
    response.setHeader('Content-Type', isPage ? 'text/html' : 'image/gif');
    response.end(isPage ? page(`http://localhost:${socket.localPort}`) : gif);
  });
  const all = [...names, 'made by script', 'blob', 'the page'];
  expect(told).toEqual(Object.fromEntries(all.map((name) => [name, 'load'])));
  // The browser does not treat a script's own fetch as an image.
  expect(requested.toSorted()).toEqual(['/', '/blob.gif']);
});
