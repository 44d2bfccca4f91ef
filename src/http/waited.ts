// The time that a request spent waiting for a change, as its caller asked. It is no time in which the service worked, so the metrics
// leave it out of the duration of the request.

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
