// Filters of sessions by values of their contexts, such as the version of the game: as the server API takes them, and as the address of a
// page has them. A value is compared by its text, so there is no difference between `"412"` and 412.
import { memberSource } from '../json/member.ts';
import { parsePointer } from '../json/pointer.ts';

export interface ContextCondition {
  /** A JSON Pointer to a member. */
  readonly pointer: string;
  readonly value: string;
}

/** All conditions have to hold; none for all sessions. */
export type ContextFilter = readonly ContextCondition[];

/** The bound of the service. */
export const maxConditions = 8;

/** The parameter of the server API and of the address; nothing for no filter. */
export const contextQuery = (filter: ContextFilter): { readonly context?: string } =>
  filter.length === 0
    ? {}
    : {
        context: `{${filter
          .map(({ pointer, value }) => `${JSON.stringify(pointer)}:${JSON.stringify(value)}`)
          .join()}}`,
      };

/** The filter of an address. Members that are no conditions are left out. */
export function readContextFilter(query: URLSearchParams): ContextFilter {
  const text = query.get('context');
  if (text === null) return [];
  try {
    return Object.entries(JSON.parse(text) as object)
      .map(([pointer, value]) => ({ pointer, value: String(value) }))
      .filter(({ pointer }) => isPointer(pointer))
      .slice(0, maxConditions);
  } catch {
    return [];
  }
}

/** Does a text point to a member? */
export const isPointer = (text: string): boolean => (parsePointer(text)?.length ?? 0) > 0;

/** The query of an address with another filter. Its other members stay. */
export function withContextFilter(query: URLSearchParams, filter: ContextFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  const { context } = contextQuery(filter);
  if (context === undefined) next.delete('context');
  else next.set('context', context);
  return next;
}

/** A string by its characters, any other value by its JSON text. */
export const valueText = (source: string): string =>
  source.startsWith('"') ? (JSON.parse(source) as string) : source;

/** Do all conditions hold? @param context JSON text; undefined for none */
export const matchesContext = (filter: ContextFilter, context: string | undefined): boolean =>
  filter.every(({ pointer, value }) => {
    const source = context === undefined ? undefined : memberSource(context, parsePointer(pointer) ?? []);
    return source !== undefined && valueText(source) === value;
  });
