// A fault of the list: one realistic mistake, as a text of the source and what stands in its place.

export interface Fault {
  /** It stays the same, so that results of different trees can be compared. */
  readonly id: number;
  readonly name: string;
  /** From the root of the tree. */
  readonly file: string;
  /** It occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The harm, as a caller or an operator sees it. */
  readonly breaks: string;
  /**
   * The test files and folders (`metadata/`) that reach it, the most direct ones first. They are ends of paths, so they are found wherever
   * they have moved (tests.ts).
   */
  readonly tests: readonly string[];
}
