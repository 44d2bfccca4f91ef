// The executor on Citus: it knows by the text of a statement what runs in its place. All other code calls the statements of one
// PostgreSQL server. A statement without an entry runs as it is.
import { type Executor, inTransaction, type Queries } from '../executor.ts';
import type { Worker } from './workers.ts';

export type Parameters = readonly unknown[];

/** Where the statements of a translation run. */
export interface Scope extends Queries {
  /** Runs writes in the transaction of the caller, or else in one of their own. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
}

/** Runs what stands for a plain statement, with its parameters. @returns the rows of the plain statement */
export type Translation = (scope: Scope, parameters: Parameters) => Promise<readonly object[]>;

/** What runs in the place of plain statements, by their texts. */
export type Translations = ReadonlyMap<string, Translation>;

/** Another text for the same parameters. */
export const asText =
  (text: string): Translation =>
  (scope, parameters) =>
    scope.query(text, parameters);

/** Statements of one transaction. */
export const asTransaction =
  (run: (queries: Queries, parameters: Parameters) => Promise<readonly object[]>): Translation =>
  (scope, parameters) =>
    scope.transaction((queries) => run(queries, parameters));

/** @param workerOf the worker of a player */
export function createCitusExecutor(
  executor: Executor,
  translations: Translations,
  workerOf: (sequentialId: number) => Pick<Worker, 'call'>,
): Executor {
  const translated = (scope: Scope): Queries => ({
    query<R extends object>(text: string, parameters: Parameters = []) {
      const translation = translations.get(text);
      return translation
        ? (translation(scope, parameters) as Promise<readonly R[]>)
        : scope.query<R>(text, parameters);
    },
  });

  return {
    ...translated(executor),
    transaction(work, sequentialId) {
      const run = () =>
        executor.transaction((queries) =>
          work(translated({ ...queries, transaction: (inner) => inner(queries) })),
        );
      return sequentialId === undefined ? run() : workerOf(sequentialId).call(run);
    },
    background: (signal, work, line) =>
      executor.background(signal, (queries) => work(translated(scopeOfConnection(queries))), line),
    close: () => executor.close(),
  };
}

/** The scope of a connection on which the caller may begin a transaction by itself. */
function scopeOfConnection(connection: Queries): Scope {
  let isOpen = false;
  const queries: Queries = {
    query<R extends object>(text: string, parameters: Parameters = []) {
      if (text === 'BEGIN') isOpen = true;
      else if (text === 'COMMIT' || text === 'ROLLBACK') isOpen = false;
      return connection.query<R>(text, parameters);
    },
  };
  return {
    ...queries,
    transaction: (work) => (isOpen ? work(queries) : inTransaction(queries, () => work(queries))),
  };
}
