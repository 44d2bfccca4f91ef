// The state that all requests of a server share: the number of requests in flight, and whether the server is draining.
import type { Rest, Waiting } from './unread.ts';

export interface InFlight extends Waiting {
  /**
   * Requests without an answer, and requests whose answer is held open for the rest of a body. The server's own count also has
   * answers that are made and not sent; the difference is their number.
   */
  requests: number;
  /** True before the server ends. Then each answer ends its connection. */
  isDraining: boolean;
}

/** Counts a request as done when its answer is made and the rest of its body is discarded. */
export function endRequest(inFlight: InFlight, rest: Rest | undefined): void {
  if (rest?.discarded) {
    void rest.discarded.then(() => endRequest(inFlight, undefined));
    return;
  }
  inFlight.requests -= 1;
}
