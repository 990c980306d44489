/** Where `npm start` serves when nothing else is asked for. */
export const defaultLocalAddress = 'http://127.0.0.1:8787';
