// The reads whose plain statement joins the time. The time is a parameter here: Citus would send the join to every worker, whose
// planner takes it for a thousand rows.
import listActive from '../sql/list-active.sql' with { type: 'text' };
import { asText, type Translation } from './executor.ts';

const clockJoin =
  /\s+CROSS JOIN \(SELECT coalesce\((\$\d+::bigint), floor\(extract\(epoch FROM statement_timestamp\(\)\) \* 1000\)::bigint\) OFFSET 0\) AS clock \(now\)/;

/** @throws Error when the statement joins no time */
export function withTimeAsParameter(statement: string): string {
  const parameter = clockJoin.exec(statement)?.[1];
  if (parameter === undefined) throw new Error('a statement for Citus is made of a join that is gone');
  return statement
    .replace(clockJoin, '')
    .replaceAll(/\bclock\.now\b|(?<!["\w.])now(?!["\w])/g, () => parameter);
}

export const givenTimeTranslations: readonly (readonly [string, Translation])[] = [
  [listActive, asText(withTimeAsParameter(listActive))],
];
