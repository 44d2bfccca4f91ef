// The active session of a player as the server API answers it, and its end. Contexts stay the text that the game sent, so digits
// stay.
import { memberSource } from '../json/member.ts';
import { requestText } from './client.ts';
import type { components } from './schema.ts';

type Schemas = components['schemas'];

/** A session with the JSON text of its context; undefined where the start brought none. */
export type WithContextText<Session> = Omit<Session, 'context'> & { readonly context: string | undefined };

export type ActiveSession = WithContextText<Schemas['PlayerSession']>;

/** @param source the JSON text of a session */
export function withContextText<Session>(
  session: Session,
  source: string | undefined,
): WithContextText<Session> {
  const context = memberSource(source ?? '{}', ['context']);
  return { ...session, context: context === 'null' ? undefined : context };
}

/** Reads an answer with the active session. */
export function readActiveSession(text: string): ActiveSession {
  const { data } = JSON.parse(text) as { data: Schemas['PlayerSession'] };
  return withContextText(data, memberSource(text, ['data']));
}

/**
 * Ends the active session of a player.
 * @param idempotencyKey keeps a repetition from ending a later session
 * @throws ApiFailure
 */
export async function terminateSession(
  sequentialId: number,
  idempotencyKey: string,
): Promise<Schemas['TerminatedSession']> {
  const { text } = await requestText(`/api/server/players/${sequentialId}/session/terminate`, {
    method: 'POST',
    headers: { 'idempotency-key': idempotencyKey },
  });
  return (JSON.parse(text) as { data: Schemas['TerminatedSession'] }).data;
}
