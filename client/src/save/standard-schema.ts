// The part of Standard Schema, version 1 (standardschema.dev), that a check needs, and the answer of a schema as issues of a save.
import { formatPointer } from './pointer.ts';

/** A schema of zod, valibot, arktype or any other library that follows the specification. */
export interface StandardSchema<Input = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly validate: (value: unknown) => Answer | Promise<Answer>;
    readonly types?: { readonly input: Input; readonly output: unknown } | undefined;
  };
}

type Answer =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The data that a schema takes. They are its input: a save has what is stored, before a schema fills or transforms it. */
export type DataOf<Schema extends StandardSchema<object>> =
  Schema extends StandardSchema<infer Input extends object> ? Input : never;

/** Something in the data that does not fit. */
export interface Issue {
  /** A JSON Pointer; empty for the whole document. */
  readonly path: string;
  readonly message: string;
}

const issueOf = ({ message, path = [] }: SchemaIssue): Issue => ({
  path: formatPointer(path.map((part) => String(typeof part === 'object' ? part.key : part))),
  message,
});

const issuesOfAnswer = ({ issues = [] }: Answer): readonly Issue[] => issues.map(issueOf);

const issuesOfFailure = (thrown: unknown): readonly Issue[] => [
  { path: '', message: thrown instanceof Error ? thrown.message : String(thrown) },
];

/**
 * The schema gets a copy: some write their defaults and transforms into it, and the data of a save are frozen. One that throws has
 * found one issue: nobody knows whether the data fit.
 */
export function issuesOf(
  { '~standard': standard }: StandardSchema,
  data: unknown,
): readonly Issue[] | Promise<readonly Issue[]> {
  try {
    const answer = standard.validate(JSON.parse(JSON.stringify(data)));
    return 'then' in answer
      ? Promise.resolve(answer).then(issuesOfAnswer).catch(issuesOfFailure)
      : issuesOfAnswer(answer);
  } catch (thrown) {
    return issuesOfFailure(thrown);
  }
}
