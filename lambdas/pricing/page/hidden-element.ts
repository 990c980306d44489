import type { Element } from 'domhandler';

/** True if an element is hidden by its own attributes; style sheets are not evaluated. */
export const isHidden = ({ attribs }: Element): boolean =>
  attribs.hidden !== undefined ||
  attribs['aria-hidden'] === 'true' ||
  /display\s*:\s*none/i.test(attribs.style ?? '');
