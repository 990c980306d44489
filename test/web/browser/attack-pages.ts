import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';

/** Pages that exceed a cap, each in its own way. */
export interface AttackPage {
  /** The exhausted resource, and where it is held. */
  what: string;
  script: string;
  /** What ends it: the named cap, the kernel's limit on a process, or the page itself, once it gets no more. */
  endedBy: 'bytes' | 'requests' | 'kernel' | 'itself';
}

const megabytes = (count: number): string => `new Uint8Array(${count}<<20).fill(7)`;
/** Runs in a worker; `o` is the page's origin. */
const inWorker = (code: string): string =>
  `new Worker(URL.createObjectURL(new Blob(["const o='"+location.origin+"';"+${JSON.stringify(code)}])))`;
const again = (code: string): string => `const go=async()=>{for(;;){${code}}};go().catch(()=>{});`;

export const attackPages: Readonly<Record<string, AttackPage>> = {
  // Held by processes shared by all pages.
  blobs: {
    what: 'blobs, in the browser process',
    script: `const all=[];const chunk=${megabytes(16)};${again('all.push(new Blob([chunk,String(all.length)]));await new Promise(r=>setTimeout(r,5))')}`,
    endedBy: 'kernel',
  },
  'indexed-db': {
    what: 'entries of a database, in the browser process',
    script: `const chunk=${megabytes(8)};const open=indexedDB.open("x");open.onupgradeneeded=()=>open.result.createObjectStore("s",{autoIncrement:true});open.onsuccess=()=>{${again('const t=open.result.transaction("s","readwrite");t.objectStore("s").add(new Blob([chunk]));await new Promise(r=>{t.oncomplete=r})')}}`,
    endedBy: 'kernel',
  },
  // Held by the page's own process, outside V8's heap.
  'array-buffers': {
    what: 'buffers beside the heap, until the page gets no more',
    script: `// € 12.50\nconst all=[];(async()=>{for(;;){all.push(${megabytes(32)});await new Promise(r=>setTimeout(r,5))}})().catch(()=>{document.querySelector("h1").id="never"})`,
    endedBy: 'itself',
  },
  // Traffic that the page's own session does not report.
  'early-hints': {
    what: 'interim answers without end, which are none of what is loaded',
    script: 'fetch("/hints").catch(() => {});',
    endedBy: 'bytes',
  },
  'nested-worker-fetch': {
    what: 'bytes that the worker of a worker loads',
    script: inWorker(
      `new Worker(URL.createObjectURL(new Blob(["const o='"+o+"';(async()=>{for(;;)await(await fetch(o+'/big/8')).arrayBuffer()})()"])))`,
    ),
    endedBy: 'bytes',
  },
  'shared-worker-fetch': {
    what: 'bytes that a shared worker loads',
    script: `new SharedWorker(URL.createObjectURL(new Blob(["(async()=>{for(;;)await(await fetch('"+location.origin+"/big/8')).arrayBuffer()})()"])))`,
    endedBy: 'bytes',
  },
  'web-socket': {
    what: 'bytes of a socket',
    script: `new WebSocket(location.origin.replace("http","ws")+"/socket")`,
    endedBy: 'bytes',
  },
  'worker-upload': {
    what: 'bytes that a worker sends',
    script: inWorker(
      `const chunk=${megabytes(8)};${again('await fetch(o+"/sink",{method:"POST",body:chunk})')}`,
    ),
    endedBy: 'bytes',
  },
  'worker-bombs': {
    what: 'the processor, with bodies that are small on the wire',
    script: `for(let i=0;i<8;i++)${inWorker(again('for await(const part of (await fetch(o+"/bomb")).body);'))}`,
    endedBy: 'kernel',
  },
  requests: {
    what: 'requests that are all refused',
    script: inWorker(
      again(
        'await Promise.all(Array.from({length:50},(_,i)=>fetch("http://10.0.0.1/"+i,{mode:"no-cors"}).catch(()=>{})))',
      ),
    ),
    endedBy: 'requests',
  },
  blocked: {
    what: 'requests that are refused before they reach the proxy',
    script: `let n=0;${again('await Promise.all(Array.from({length:50},()=>fetch("/x.mp4?"+(n++)).catch(()=>{})))')}`,
    endedBy: 'requests',
  },
  // Processors, threads and processes.
  'few-spinning-workers': {
    what: 'all processors, by as many workers as allowed',
    script: `for(let i=0;i<40;i++)${inWorker('for(;;);')}`,
    endedBy: 'kernel',
  },
  'idle-workers': {
    what: 'threads',
    script: `for(let i=0;i<500;i++)${inWorker('setInterval(()=>{},1e6)')}`,
    endedBy: 'kernel',
  },
};

const megabyte = Buffer.alloc(1 << 20, 7);
const bomb = gzipSync(Buffer.alloc(100 << 20));
/** Sends as long as the other side reads. */
const sendWithoutEnd = (
  to: Duplex | Parameters<RequestListener>[1],
  parts: readonly (Buffer | string)[],
): void => {
  const go = (): void => {
    while (parts.map((part) => to.write(part)).every(Boolean)) {}
    to.once('drain', go);
  };
  to.on('error', () => {});
  go();
};

/** Subresources of the pages: `/big/N` N MB, `/bomb` 100 MB in 100 KB and `/sink` accepts endless uploads. */
export const attackFiles: RequestListener = (request, response) => {
  const path = request.url ?? '';
  if (path.startsWith('/big/')) {
    response.end(Buffer.concat(Array<Buffer>(Number(path.slice(5))).fill(megabyte)));
  } else if (path === '/bomb') {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
  } else if (path === '/hints') {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n'.repeat(1_000);
    if (response.socket) sendWithoutEnd(response.socket, [hints]);
  } else if (path === '/sink') {
    request.resume().once('end', () => response.end());
  } else {
    response.writeHead(404).end();
  }
};

/** A WebSocket that sends binary messages of 1 MB endlessly. @see RFC 6455, 1.3 and 5.2 */
export const attackSocket = (request: IncomingMessage, socket: Duplex): void => {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  const head = Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 0x10, 0, 0]);
  sendWithoutEnd(socket, [head, megabyte]);
};
