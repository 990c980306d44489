/** What `npm start` may be told. */
export interface StartOptions {
  once?: true;
  demo: boolean;
  port?: number;
  data?: string;
  allowTarget?: string[];
  logs?: true;
}
