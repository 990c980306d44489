import type { Connection, Protocol } from 'puppeteer-core';

/**
 * Hears of every target that is attached, before puppeteer does. A worker stands still until puppeteer lets it run,
 * which it does as soon as it hears of it; what is sent in one session arrives in its order. So what is sent from here
 * holds before any script of the worker runs.
 *
 * Listeners have no order but that in which they came, and to the browser's own events (shared and service workers of
 * all pages) puppeteer has listened since the launch: those are met where they are sent out.
 *
 * @param hear - must send at once what it has to.
 */
export const hearOfTargets = (
  connection: Connection,
  hear: (event: Protocol.Target.AttachedToTargetEvent) => void,
): void => {
  const { emit } = connection;
  connection.emit = (type, event) => {
    if (type === 'Target.attachedToTarget') hear(event as Protocol.Target.AttachedToTargetEvent);
    return emit.call(connection, type, event);
  };
  connection.on('sessionattached', (attached) => attached.on('Target.attachedToTarget', hear));
};
