/** Says something on standard error: results stay alone on standard output. */
export const tell = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
