type Variables = Readonly<Record<string, string | undefined>>;

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Variables that curl and npm read, too; names in lower case take precedence. */
const proxiesOf = (variables: Variables) => {
  const read = (name: string): string | undefined =>
    variables[name] || variables[name.toUpperCase()] || undefined;
  const [httpProxy, httpsProxy, noProxy] = ['http_proxy', 'https_proxy', 'no_proxy'].map(read);
  return { httpProxy, httpsProxy, noProxy: noProxy ?? '' };
};

/** True if the environment may send calls to this address through a proxy. Loopback is always called directly. */
export const mayUseProxy = ({ hostname }: URL, variables: Variables): boolean => {
  const { httpProxy, httpsProxy } = proxiesOf(variables);
  return !loopback.test(hostname) && (httpProxy ?? httpsProxy) !== undefined;
};

/** `fetch` for an address, through the proxy of `HTTPS_PROXY` or `HTTP_PROXY` unless `NO_PROXY` excludes it. */
export const fetchFor = (address: string, variables: Variables): typeof globalThis.fetch => {
  const url = URL.parse(address);
  if (url === null || !mayUseProxy(url, variables)) return (...args) => globalThis.fetch(...args);
  // Loaded on demand, since few need it. It has a fetch of its own, because it may be newer than that of Node.js.
  const opening = import('./undici.ts').then(({ EnvHttpProxyAgent, fetch }) => {
    const dispatcher = new EnvHttpProxyAgent(proxiesOf(variables));
    return (input: string, init: object) => fetch(input, { ...init, dispatcher });
  });
  return (async (input: string, init: object) =>
    (await opening)(input, init)) as unknown as typeof globalThis.fetch;
};
