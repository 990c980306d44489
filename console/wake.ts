const wakes = new EventTarget();
const name = 'wake';

/** Ends all pauses at once. */
export const wake = (): void => {
  wakes.dispatchEvent(new Event(name));
};

/** Browser events that show that the network or the user is back. */
export const listenForReturns = (): void => {
  addEventListener('online', wake);
  addEventListener('focus', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
};

/** Resolves after the time or with the next {@link wake}; rejects with the signal's reason. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const finish = (settle: () => void) => () => {
      clearTimeout(timer);
      wakes.removeEventListener(name, onWake);
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const onWake = finish(resolve);
    const onAbort = finish(() => reject(signal.reason));
    const timer = setTimeout(onWake, ms);
    wakes.addEventListener(name, onWake);
    signal.addEventListener('abort', onAbort);
  });
