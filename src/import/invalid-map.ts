// The error of a map that cannot be used.

/** The message has a sentence for each problem. */
export class InvalidMap extends Error {
  override readonly name = 'InvalidMap';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}
