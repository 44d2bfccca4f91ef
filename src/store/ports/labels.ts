// The port for labels: which values of the metadata lists show of a player beside the id. A process declares them at its start, and
// every process then writes and shows those that were declared last, so that all answer alike. A label changes in the commit of the
// metadata. Until a job has passed all stored metadata, a player whose metadata was not written since has the label of before.

export interface LabelDeclaration {
  /** The pointer to the display name; undefined for none. */
  readonly name: string | undefined;
  /** The pointers to the columns, in their order. */
  readonly columns: readonly string[];
}

/** A value that a label shows; null for none. */
export type LabelValue = string | number | boolean | null;

/** The labels that are declared. */
export interface DeclaredLabels extends LabelDeclaration {
  /** Does every player have the label? Until then a search by name would miss some. */
  readonly isWhole: boolean;
  /** The part of the sequential ids that the job has passed, from 0 to 1. */
  readonly progress: number;
}

export interface LabelStore {
  /** Undefined where none are declared. */
  find(): Promise<DeclaredLabels | undefined>;
  /**
   * Declares labels, or declares them again.
   * @param replaces whether they take the place of others, as at the start of a process. Without it others stay as they are.
   * @returns whether they are new
   */
  declare(labels: LabelDeclaration, replaces: boolean): Promise<boolean>;
}
