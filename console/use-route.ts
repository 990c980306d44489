import { useLayoutEffect, useState } from 'preact/hooks';
import { hashOf, type Look, parseRoute, type Route } from './route.ts';

/** The view in the address, and ways to change it. */
export const useRoute = (): {
  route: Route;
  /** A step that the browser's back button undoes. */
  go: (requestId: string | undefined) => void;
  /** No step: the address alone follows. */
  setLook: (look: Look) => void;
} => {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  // From the first picture on: a step back that comes before the listeners would lead nowhere.
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
