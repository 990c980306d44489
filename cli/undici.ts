// Imported on demand. Its exports are named here, because a bundle gives a CommonJS package only a default export.
export { EnvHttpProxyAgent, fetch } from 'undici';
