import type { CDPSession, Protocol } from 'puppeteer-core';

/**
 * Calls `onTarget` for every attached target before puppeteer sees it. A worker is paused until puppeteer
 * resumes it, which it does as soon as it learns of the worker. Commands in one session run in order, so
 * commands sent from `onTarget` take effect before the worker's first script.
 *
 * Listeners run in the order of registration, and puppeteer has listened to browser-level events (shared and
 * service workers of all pages) since the launch. Those are intercepted by wrapping `emit`.
 *
 * @param session - a session of the browser itself.
 * @param onTarget - receives the target's session; must send its commands synchronously.
 */
export const onTargetAttached = (
  session: CDPSession,
  onTarget: (target: CDPSession, info: Protocol.Target.TargetInfo) => void,
): void => {
  const connection = session.connection()!;
  const { emit } = connection;
  const onAttached = ({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void => {
    const target = connection.session(sessionId);
    if (target) onTarget(target, targetInfo);
  };
  connection.emit = (type, event) => {
    if (type === 'Target.attachedToTarget') onAttached(event as Protocol.Target.AttachedToTargetEvent);
    return emit.call(connection, type, event);
  };
  connection.on('sessionattached', (attached) => attached.on('Target.attachedToTarget', onAttached));
};
