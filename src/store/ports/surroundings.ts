// The looks of the doctor at all that is around the stored data: settings, the machine, the database server, the proxy.

/** One thing that was looked at. */
export interface Look {
  /** The thing, such as `fsync` or `disk`. */
  readonly about: string;
  /** For a finding: the fault, and what to change where. Otherwise the good value in a few words. */
  readonly words: string;
  readonly isFinding: boolean;
}

export const good = (about: string, words: string): Look => ({ about, words, isFinding: false });
export const finding = (about: string, words: string): Look => ({ about, words, isFinding: true });
