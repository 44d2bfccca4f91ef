// The executor on Citus: it knows by the name of a statement what runs in its place. All other code runs the statements of one
// PostgreSQL server. A statement without an entry runs as it is.
import { type Executor, inTransaction, type Queries, queriesBy } from '../executor.ts';
import type { Statement } from '../statement.ts';
import { replacements } from './sql/statements.ts';
import type { Worker } from './workers.ts';

/** Where the statements of a variant run. */
export interface Scope extends Queries {
  /** Runs writes in the transaction of the caller, or else in one of their own. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
}

/** The steps that run on Citus in the place of one statement. */
export interface Variant {
  readonly name: string;
  /** The parameters of the statement that it takes, and the columns of its rows: a test compares them with the statement's. */
  readonly parameters: readonly string[];
  readonly columns: readonly string[];
  readonly run: (scope: Scope, parameters: never) => Promise<readonly unknown[]>;
}

export type Run<Parameters, Row> = (scope: Scope, parameters: Parameters) => Promise<readonly Row[]>;

/** A variant of a statement, with the names of the parameters and the columns that it knows of. */
export const variantOf = <Parameters, Row, P extends keyof Parameters & string, C extends keyof Row & string>(
  { name }: Statement<Parameters, Row>,
  parameters: readonly P[],
  columns: readonly C[],
  run: Run<Pick<Parameters, P>, NoInfer<Row>>,
): Variant => ({ name, parameters, columns, run });

/** The time that a statement is given on Citus: that of the coordinator, or of a test. */
export function givenTime(now: number | null): number {
  if (now === null) throw new Error('a statement on Citus has no time');
  return now;
}

/** A variant that runs a text of the same parameters and columns. */
export const wrapped = <Parameters, Row>(
  { name, parameters, columns }: Statement<Parameters, Row>,
  run: Run<Parameters, NoInfer<Row>>,
): Variant => ({ name, parameters, columns, run });

/** Runs a variant's steps in one transaction. */
export const asTransaction =
  <Parameters, Row>(
    run: (queries: Queries, parameters: Parameters) => Promise<readonly Row[]>,
  ): Run<Parameters, Row> =>
  (scope, parameters) =>
    scope.transaction((queries) => run(queries, parameters));

/** Runs variants in the place of statements. */
export function withVariants(variants: readonly Variant[]): (scope: Scope) => Queries {
  const runs = new Map(variants.map(({ name, run }) => [name, run]));
  if (runs.size < variants.length) throw new Error('two variants stand for one statement');
  return (scope) => ({
    query: scope.query,
    run<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters) {
      const run = runs.get(statement.name) as Run<Parameters, Row> | undefined;
      return run ? run(scope, parameters) : scope.run(statement, parameters);
    },
  });
}

/** The statements that stand for others. Steps come before them. */
const texts: readonly Variant[] = replacements.map((statement) => ({
  ...statement,
  run: (scope, parameters) => scope.run(statement, parameters),
}));

/** @param workerOf the worker of a player */
export function createCitusExecutor(
  executor: Executor,
  variants: readonly Variant[],
  workerOf: (sequentialId: number) => Pick<Worker, 'call'>,
): Executor {
  const steps = new Set(variants.map(({ name }) => name));
  const varied = withVariants([...texts.filter(({ name }) => !steps.has(name)), ...variants]);
  const within = (queries: Queries) => varied({ ...queries, transaction: (inner) => inner(queries) });
  return {
    ...varied(executor),
    transaction(work, sequentialId) {
      const run = () => executor.transaction((queries) => work(within(queries)));
      return sequentialId === undefined ? run() : workerOf(sequentialId).call(run);
    },
    transactionOfOthers: (work) => executor.transactionOfOthers((queries) => work(within(queries))),
    background: (signal, work, line) =>
      executor.background(signal, (queries) => work(varied(scopeOfConnection(queries))), line),
    close: () => executor.close(),
  };
}

/** The scope of a connection on which the caller may begin a transaction by itself. */
function scopeOfConnection(connection: Queries): Scope {
  let isOpen = false;
  const queries = queriesBy((text, parameters) => {
    if (text === 'BEGIN') isOpen = true;
    else if (text === 'COMMIT' || text === 'ROLLBACK') isOpen = false;
    return connection.query(text, parameters);
  });
  return {
    ...queries,
    transaction: (work) => (isOpen ? work(queries) : inTransaction(queries, () => work(queries))),
  };
}
