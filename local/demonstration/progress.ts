import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** @param text - what has just been done. */
  advance: (text: string) => void;
  stop: () => void;
}

/**
 * A progress bar, or a line for each step where the output is no terminal.
 *
 * @param title - e.g. `Scraping the demonstration shops`.
 */
export const startProgress = (title: string, total: number, stream: NodeJS.WriteStream): Progress => {
  let done = 0;
  if (!stream.isTTY) {
    stream.write(`${title}\n`);
    return {
      advance: (text) => {
        done += 1;
        stream.write(`  ${done}/${total} ${text}\n`);
      },
      stop: () => {},
    };
  }
  const bar = new SingleBar(
    {
      stream,
      format: `${title} {bar} {value}/{total} {text}`,
      barsize: 28,
      hideCursor: true,
      clearOnComplete: true,
      // The stack closes in order on Ctrl-C; the bar must not end the process before.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0, { text: '' });
  return {
    advance: (text) => {
      done += 1;
      bar.update(done, { text });
    },
    stop: () => bar.stop(),
  };
};
