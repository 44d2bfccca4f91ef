// The value of the last render, for functions that outlive it: a timer, a plot, an editor. It is set after the render, since a
// render may be repeated or given up.
import { useLayoutEffect, useRef } from 'react';

export interface Latest<T> {
  readonly current: T;
}

export function useLatest<T>(value: T): Latest<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
