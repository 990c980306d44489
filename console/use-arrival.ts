import { useLayoutEffect, useRef } from 'preact/hooks';

/** Elements with text input, from which the view must not move. */
const isWriting = (element: Element | null): boolean =>
  element?.matches('input, select, textarea') === true && element.closest('.stage') === null;

/** True if the top of an element is visible without scrolling. */
const isInView = (element: Element): boolean => {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < innerHeight * 0.6;
};

const moveTo = (heading: HTMLElement): void => {
  heading.focus({ preventScroll: true });
  // The style sheet decides on smooth scrolling, by the user's motion preference.
  if (!isInView(heading)) heading.scrollIntoView({ block: 'start' });
};

/**
 * Scrolls to the requested result when it arrives, and focuses its heading, unless the user is typing. Also moves a lost
 * focus there, without scrolling.
 *
 * @param shown - changes with what the stage shows.
 * @returns a function that marks the next result as requested.
 */
export const useArrival = (shown: string): (() => void) => {
  const isAwaited = useRef(false);
  const before = useRef('');
  useLayoutEffect(() => {
    // The focused element disappeared with the previous view, as after the browser's "Back".
    const isLost = before.current !== '' && document.activeElement === document.body;
    before.current = shown;
    if (shown === '') return;
    const heading = document.querySelector<HTMLElement>('.stage .arrival');
    if (isAwaited.current) {
      if (!shown.endsWith('Pending')) isAwaited.current = false;
      if (heading && !isWriting(document.activeElement)) moveTo(heading);
    } else if (isLost) heading?.focus({ preventScroll: true });
  }, [shown]);
  return () => {
    isAwaited.current = true;
  };
};
