// The state of a server that all its requests share: how many are at work, and whether the server is about to end.
import type { Rest, Waiting } from './unread.ts';

export interface InFlight extends Waiting {
  /**
   * Requests without an answer, and those whose answer is held open for the rest of a body. The server itself counts requests
   * whose answer is not sent; the difference is the number of answers that are made and not sent.
   */
  requests: number;
  /** True when the server is about to end. Then each answer ends its connection. */
  isDraining: boolean;
}

/** Counts a request as done: its answer is made. It waits until no more of the body is discarded. */
export function endRequest(inFlight: InFlight, rest: Rest | undefined): void {
  if (rest?.discarded) {
    void rest.discarded.then(() => endRequest(inFlight, undefined));
    return;
  }
  inFlight.requests -= 1;
}
