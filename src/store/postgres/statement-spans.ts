// The spans of statements (Semantic Conventions for database client spans). A statement is named by its file in sql/, and no
// parameter of it is recorded.
import { type Traces, withChildren } from '../../lib/traces.ts';

/** Runs a statement within a span for each sampled request that it is for. */
export const traceStatement = <T>(traces: Traces, name: string, run: () => Promise<T>): Promise<T> =>
  withChildren(
    traces,
    () => ({
      name,
      isCall: true,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': name },
    }),
    run,
  );

/** The name of a text that is no statement of sql/: its first word, such as `BEGIN`. */
export const firstWord = (text: string): string =>
  /^\s*([A-Za-z]+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement';
