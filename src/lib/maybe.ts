// A value that is there at once or comes later. Where it is there at once, what follows runs at once too: an answer that
// waits for nothing costs no turn of the event loop and no promise.

export type Maybe<T> = T | Promise<T>;

/** Goes on with a value, now if it is there. */
export function after<T, R>(value: Maybe<T>, next: (value: T) => Maybe<R>): Maybe<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
