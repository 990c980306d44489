/** Options of `npm start`. */
export interface StartOptions {
  once?: true;
  demo: boolean;
  port?: number;
  /** Address; absent: 127.0.0.1. */
  listen?: string;
  allowHost?: string[];
  data?: string;
  allowTarget?: string[];
  logs?: true;
}
