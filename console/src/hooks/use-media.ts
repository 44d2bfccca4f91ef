// A media query as a value that follows the window.
import { useCallback, useSyncExternalStore } from 'react';

/** Does the window match the query, such as `(min-width: 1100px)`? */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
