/** Pages that take more than a page may, each in a way of its own. `/big/N` answers with N MB, `/sink` takes all. */
export interface AttackPage {
  /** What it takes, and where that lies. */
  what: string;
  script: string;
  /** How its load may end; the page's own price when it comes to nothing. */
  ends: readonly ('TooLarge' | 'RendererCrashed' | 'Loaded')[];
}

const megabytes = (count: number): string => `new Uint8Array(${count}<<20).fill(7)`;
/** Runs in a worker; `o` is the page's origin. */
const inWorker = (code: string): string =>
  `new Worker(URL.createObjectURL(new Blob(["const o='"+location.origin+"';"+${JSON.stringify(code)}])))`;
const again = (code: string): string => `const go=async()=>{for(;;){${code}}};go().catch(()=>{});`;
const never: AttackPage['ends'] = ['TooLarge'];

export const attackPages: Readonly<Record<string, AttackPage>> = {
  // What the processes hold that serve all pages.
  blobs: {
    what: 'blobs, in the browser process',
    script: `const all=[];const chunk=${megabytes(16)};${again('all.push(new Blob([chunk,String(all.length)]));await new Promise(r=>setTimeout(r,5))')}`,
    ends: never,
  },
  'worker-blobs': {
    what: 'blobs of workers',
    script: inWorker(
      `const all=[];const chunk=${megabytes(16)};setInterval(()=>all.push(new Blob([chunk,String(all.length)])),10)`,
    ),
    ends: never,
  },
  'cache-api': {
    what: 'answers in the Cache API, in the browser process',
    script: `const chunk=${megabytes(8)};let n=0;${again('const c=await caches.open("c"+n);await c.put("/x"+(n++),new Response(chunk))')}`,
    ends: never,
  },
  opfs: {
    what: 'files of the origin, in the browser process',
    script: `const chunk=${megabytes(8)};let n=0;${again('const d=await navigator.storage.getDirectory();const f=await d.getFileHandle("f"+(n++),{create:true});const w=await f.createWritable();await w.write(chunk);await w.close()')}`,
    ends: never,
  },
  'indexed-db': {
    what: 'records of IndexedDB',
    script: `const chunk=${megabytes(8)};let n=0;const q=indexedDB.open("d");q.onupgradeneeded=()=>q.result.createObjectStore("s");q.onsuccess=()=>{${again('await new Promise((r,j)=>{const t=q.result.transaction("s","readwrite");t.objectStore("s").put(chunk,n++);t.oncomplete=r;t.onabort=j})')}}`,
    ends: never,
  },
  'message-ports': {
    what: 'messages that nobody takes',
    script: `const all=[];const chunk=${megabytes(8)};${again('const c=new MessageChannel();all.push(c);for(let i=0;i<8;i++)c.port1.postMessage(chunk);await new Promise(r=>setTimeout(r,5))')}`,
    ends: ['TooLarge', 'RendererCrashed'],
  },
  'broadcast-channel': {
    what: 'messages to a worker that does not take them',
    script: `${inWorker('new BroadcastChannel("b").onmessage=()=>{};for(;;);')};const b=new BroadcastChannel("b");const chunk=${megabytes(8)};${again('b.postMessage(chunk);await new Promise(r=>setTimeout(r,5))')}`,
    ends: ['TooLarge', 'RendererCrashed'],
  },
  // What the process of the page holds beside V8's heap.
  'array-buffers': {
    what: 'buffers beside the heap',
    script: `const all=[];${again(`all.push(${megabytes(32)});await new Promise(r=>setTimeout(r,5))`)}`,
    ends: ['TooLarge', 'RendererCrashed'],
  },
  wasm: {
    what: 'memory of WebAssembly',
    script: `const all=[];${again('const m=new WebAssembly.Memory({initial:1024});new Uint8Array(m.buffer).fill(7);all.push(m);await new Promise(r=>setTimeout(r,5))')}`,
    ends: ['TooLarge', 'RendererCrashed'],
  },
  canvas: {
    what: 'bitmaps',
    script: `const all=[];${again('const c=new OffscreenCanvas(4096,4096);const x=c.getContext("2d");x.fillStyle="red";x.fillRect(0,0,4096,4096);all.push(c.transferToImageBitmap());await new Promise(r=>setTimeout(r,5))')}`,
    ends: ['TooLarge', 'RendererCrashed'],
  },
  // Traffic that the page's own session does not tell of.
  'worker-fetch': {
    what: 'bytes that a worker loads',
    script: inWorker(again('await (await fetch(o+"/big/8")).arrayBuffer()')),
    ends: never,
  },
  'nested-worker-fetch': {
    what: 'bytes that the worker of a worker loads',
    script: inWorker(
      `new Worker(URL.createObjectURL(new Blob(["const o='"+o+"';(async()=>{for(;;)await(await fetch(o+'/big/8')).arrayBuffer()})()"])))`,
    ),
    ends: never,
  },
  'shared-worker-fetch': {
    what: 'bytes that a shared worker loads',
    script: `new SharedWorker(URL.createObjectURL(new Blob(["(async()=>{for(;;)await(await fetch('"+location.origin+"/big/8')).arrayBuffer()})()"])))`,
    ends: never,
  },
  'web-socket': {
    what: 'bytes of a socket',
    script: `new WebSocket(location.origin.replace("http","ws")+"/socket")`,
    ends: never,
  },
  'worker-upload': {
    what: 'bytes that a worker sends',
    script: inWorker(
      `const chunk=${megabytes(8)};${again('await fetch(o+"/sink",{method:"POST",body:chunk})')}`,
    ),
    ends: never,
  },
  'worker-events': {
    what: 'bytes of events that a worker listens to',
    script: inWorker('new EventSource(o+"/events")'),
    ends: never,
  },
  requests: {
    what: 'requests that are all refused',
    script: inWorker(
      again(
        'await Promise.all(Array.from({length:50},(_,i)=>fetch("http://10.0.0.1/"+i,{mode:"no-cors"}).catch(()=>{})))',
      ),
    ),
    ends: never,
  },
  // Processors, threads and processes.
  'few-spinning-workers': {
    what: 'all processors, by as many workers as allowed',
    script: `for(let i=0;i<40;i++)${inWorker('for(;;);')}`,
    ends: never,
  },
  'many-spinning-workers': {
    what: 'all processors, by more workers than allowed',
    script: `for(let i=0;i<500;i++)${inWorker('for(;;);')}`,
    ends: never,
  },
  'idle-workers': {
    what: 'threads',
    script: `for(let i=0;i<500;i++)${inWorker('setInterval(()=>{},1e6)')}`,
    ends: never,
  },
};
