import { useLayoutEffect, useState } from 'preact/hooks';
import { hashOf, type Look, parseRoute, type Route } from './route.ts';

/** The view in the address, and functions to change it. */
export const useRoute = (): {
  route: Route;
  /** Adds a history entry. */
  go: (requestId: string | undefined) => void;
  /** Replaces the history entry. */
  setLook: (look: Look) => void;
} => {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  // Before the first paint, so as not to miss an early step back.
  useLayoutEffect(() => {
    const read = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', read);
    addEventListener('popstate', read);
    return () => {
      removeEventListener('hashchange', read);
      removeEventListener('popstate', read);
    };
  }, []);
  return {
    route,
    go: (requestId) => {
      location.hash = hashOf(requestId);
    },
    setLook: (look) => {
      history.replaceState(history.state, '', hashOf(route.requestId, look));
      setRoute({ ...route, look });
    },
  };
};
