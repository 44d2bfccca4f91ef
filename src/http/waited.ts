// The time that a request spent waiting for a change, as its caller asked. It is no time in which the service worked, so the metrics
// leave it out of the duration of the request.
import type { Reply } from './reply.ts';

/** The wait of one request. */
export interface Wait {
  readonly seconds: number;
  /** The moment on the monotonic clock at which it is over. */
  readonly until: number;
  /** The milliseconds that it took so far; undefined before it begins. */
  waited: number | undefined;
}

/** The reply, which says how long a wait was allowed; as it is to a request that did not wait. */
export const afterWait = (reply: Reply, { seconds, waited }: Wait): Reply =>
  waited === undefined
    ? reply
    : {
        ...reply,
        headers: { ...reply.headers, 'preference-applied': `wait=${seconds}` },
        waitedMilliseconds: waited,
      };

/** The failure of a request that waited. The boundary answers its cause. */
export class FailedAfterWait extends Error {
  override readonly name = 'FailedAfterWait';

  constructor(
    override readonly cause: unknown,
    readonly waitedMilliseconds: number,
  ) {
    super('a request failed after its wait');
  }
}
