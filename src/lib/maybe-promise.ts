// A value that is there at once or comes later. Where it is there at once, what follows runs at once too: an answer that
// waits for nothing costs no turn of the event loop and no promise.

export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value, now if it is there. */
export function chain<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
