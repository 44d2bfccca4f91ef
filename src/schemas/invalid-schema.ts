// The problems of a schema file. It is known without the validator.

/** The file of the schema is invalid. It has a sentence for each problem. */
export class InvalidSchema extends Error {
  override readonly name = 'InvalidSchema';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}
