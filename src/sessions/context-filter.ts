// The filter of sessions by values of their contexts, such as the version of the game. Contexts are in no index, so a page looks at a
// bounded number of sessions and keeps those that match.
import { createFinder } from '../lib/json-find.ts';
import { stringValue } from '../lib/json-places.ts';
import { SESSION_FILTER_READ_ROWS, SESSION_FILTER_STEP_ROWS } from '../tuning.ts';

export interface ContextCondition {
  /** Of the pointer, at least one. */
  readonly tokens: readonly string[];
  /** The characters of a string, or the JSON text of any other value. */
  readonly value: string;
}

/** Do all conditions hold for a context? Null stands for no context, in which none holds. */
export type ContextFilter = (context: string | null) => boolean;

/** Prepares a filter. It takes linear time for each context. */
export function createContextFilter(conditions: readonly ContextCondition[]): ContextFilter {
  const find = createFinder(conditions.map(({ tokens }) => tokens));
  return (context) =>
    context !== null &&
    find(context).every(
      (source, index) => source !== undefined && comparedText(source) === conditions[index]?.value,
    );
}

/** @param source JSON text */
export const comparedText = (source: string): string =>
  source.startsWith('"') ? stringValue(source) : source;

export interface SessionsPage<Session, Place> {
  readonly sessions: readonly Session[];
  /** The place after which the next page begins; undefined on the last page. */
  readonly next: Place | undefined;
}

export interface PageWanted<Place> {
  readonly limit: number;
  readonly after: Place;
}

/**
 * A page of the sessions that match. It holds fewer than `limit`, even none, where few of those that it looks at match.
 * @param matches undefined for all sessions, which are read as they come
 */
export async function listMatching<Session extends { readonly context: string | null }, Place>(
  matches: ContextFilter | undefined,
  { limit, after }: PageWanted<Place>,
  read: (page: PageWanted<Place>) => Promise<SessionsPage<Session, Place>>,
  placeOf: (session: Session) => Place,
): Promise<SessionsPage<Session, Place>> {
  if (!matches) return read({ limit, after });
  const sessions: Session[] = [];
  let next: Place | undefined = after;
  for (let looked = 0; looked < SESSION_FILTER_READ_ROWS; looked += SESSION_FILTER_STEP_ROWS) {
    const page: SessionsPage<Session, Place> = await read({
      limit: SESSION_FILTER_STEP_ROWS,
      after: next as Place,
    });
    for (const session of page.sessions) {
      if (!matches(session.context)) continue;
      sessions.push(session);
      if (sessions.length === limit) return { sessions, next: placeOf(session) };
    }
    next = page.next;
    if (next === undefined) break;
  }
  return { sessions, next };
}
