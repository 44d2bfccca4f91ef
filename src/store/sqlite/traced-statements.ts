// The spans of SQLite: one for each statement (Semantic Conventions for database client spans), and one for the wait of a read. A
// statement is named by its first word and its table; no parameter of it is recorded.
import type { Database, Statement } from 'bun:sqlite';
import {
  endAfter,
  noSpans,
  type SpanDescription,
  startChildren,
  type Traces,
  withChildrenNow,
} from '../../lib/traces.ts';
import type { Reader } from './reader.ts';

/** The name is a summary of the statement, such as `UPDATE active_sessions`. */
function describe(sql: string): SpanDescription {
  const operation = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'statement';
  const table = /\b(?:FROM|INTO|UPDATE)\s+(?!SET\b)(\w+)/i.exec(sql)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    isCall: true,
    attributes: { 'db.system.name': 'sqlite', 'db.operation.name': operation },
  };
}

const runs = ['get', 'all', 'run', 'values'] as const;

/** Gives the statements of a connection spans. Call it before any is prepared. */
export function traceStatements(db: Database, traces: Traces): void {
  const traced = new WeakSet<Statement>();

  function trace<S extends Statement>(statement: S, sql: string): S {
    if (traced.has(statement) || !isTold(sql)) return statement;
    traced.add(statement);
    const description = describe(sql);
    const describeThis = () => description;
    for (const name of runs) {
      const plain = statement[name].bind(statement) as (...parameters: unknown[]) => unknown;
      const run = (...parameters: unknown[]) =>
        traces.current().length === 0
          ? plain(...parameters)
          : withChildrenNow(traces, describeThis, () => plain(...parameters));
      Object.assign(statement, { [name]: run });
    }
    return statement;
  }

  const { prepare, query } = db;
  const isTold = (sql: string): boolean => !/^\s*(?:BEGIN|PRAGMA)\b/i.test(sql);
  db.prepare = ((sql: string, ...rest: never[]) =>
    trace(prepare.call(db, sql, ...rest) as Statement, sql)) as typeof prepare;
  db.query = ((sql: string) => trace(query.call(db, sql) as Statement, sql)) as typeof query;
}

/** Gives each read of a sampled request a span of its wait and its work. */
export const traceReader = ({ db, read }: Reader, traces: Traces): Reader => ({
  db,
  read: (run, player) => {
    if (traces.current().length === 0) return read(run, player);
    const spans = startChildren(traces, { name: 'batch read' });
    // The work that the queue schedules belongs to no request.
    const work = traces.within(noSpans, () => read(() => traces.within(spans, run), player));
    return endAfter(spans, work);
  },
});
