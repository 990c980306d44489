import { useLayoutEffect, useRef } from 'preact/hooks';

/** Elements in which a person writes: the view is not moved away from there. */
const isWriting = (element: Element | null): boolean =>
  element?.matches('input, select, textarea') === true && element.closest('.stage') === null;

/** True if the beginning of an element can be seen without scrolling. */
const isInView = (element: Element): boolean => {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < innerHeight * 0.6;
};

const moveTo = (heading: HTMLElement): void => {
  heading.focus({ preventScroll: true });
  // Smooth or not is the style sheet's business, which knows whether motion is wanted.
  if (!isInView(heading)) heading.scrollIntoView({ block: 'start' });
};

/**
 * Brings what was asked for into view when it comes, wherever that is on the page: its heading is scrolled to and
 * gets the focus, unless the person is writing by then. A focus that is lost goes there too, and nothing moves.
 *
 * @param shown - changes with what the stage shows.
 * @returns says that what comes next was asked for.
 */
export const useArrival = (shown: string): (() => void) => {
  const isAwaited = useRef(false);
  const before = useRef('');
  useLayoutEffect(() => {
    // The focused element went with the view before, as after the browser's "Back".
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
