// The spans of statements (Semantic Conventions for database client spans). A statement is named by its file in sql/, and no
// parameter of it is recorded.
import { type SpanDescription, type Traces, withChildren } from '../../lib/traces.ts';
import type { Queries } from './executor.ts';

const describe = (name: string): SpanDescription => ({
  name,
  isCall: true,
  attributes: { 'db.system.name': 'postgresql', 'db.operation.name': name },
});

/** A text that is no statement of sql/ is named by its first word, such as `BEGIN`. */
const firstWord = (text: string): string => /^\s*([A-Za-z]+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement';

/** @returns the queries as they are while traces are off */
export const traceQueries = (queries: Queries, traces: Traces | undefined): Queries =>
  traces === undefined
    ? queries
    : {
        run: (statement, parameters) =>
          withChildren(
            traces,
            () => describe(statement.name),
            () => queries.run(statement, parameters),
          ),
        query: (text, parameters) =>
          withChildren(
            traces,
            () => describe(firstWord(text)),
            () => queries.query(text, parameters),
          ),
      };
