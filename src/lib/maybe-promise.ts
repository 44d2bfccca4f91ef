// Values that are known now or later. A function chained to a known value runs at once, so a request that waits for nothing
// costs no promise and no turn of the event loop.

export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with a value: at once if it is known, else when its promise resolves. */
export function chain<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
