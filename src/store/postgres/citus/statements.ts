// A connection of an export, an import or the doctor on Citus.
import { queriesOf, type Statements } from '../executor.ts';
import type { Parameters, Scope, Translations } from './executor.ts';

/** A connection that runs translations in the place of plain statements. */
export function translate(connection: Statements, translations: Translations): Statements {
  const queries = queriesOf(connection);
  // The callers begin their transactions by themselves.
  const scope: Scope = { ...queries, transaction: (work) => work(queries) };
  const unsafe = (text: string, parameters: Parameters = []) => {
    const translation = translations.get(text);
    return translation ? translation(scope, parameters) : connection.unsafe(text, [...parameters]);
  };
  return { unsafe: unsafe as Statements['unsafe'] };
}
