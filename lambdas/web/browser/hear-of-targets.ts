import type { CDPSession, Protocol } from 'puppeteer-core';

/**
 * Hears of every target that is attached, before puppeteer does. A worker stands still until puppeteer lets it run,
 * which it does as soon as it hears of it; what is sent in one session arrives in its order. So what is sent from here
 * holds before any script of the worker runs.
 *
 * Listeners have no order but that in which they came, and to the browser's own events (shared and service workers of
 * all pages) puppeteer has listened since the launch: those are met where they are sent out.
 *
 * @param session - one of the browser itself.
 * @param hear - is given the target's own session, and must send at once what it has to.
 */
export const hearOfTargets = (
  session: CDPSession,
  hear: (target: CDPSession, info: Protocol.Target.TargetInfo) => void,
): void => {
  const connection = session.connection()!;
  const { emit } = connection;
  const onAttached = ({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void => {
    const target = connection.session(sessionId);
    if (target) hear(target, targetInfo);
  };
  connection.emit = (type, event) => {
    if (type === 'Target.attachedToTarget') onAttached(event as Protocol.Target.AttachedToTargetEvent);
    return emit.call(connection, type, event);
  };
  connection.on('sessionattached', (attached) => attached.on('Target.attachedToTarget', onAttached));
};
