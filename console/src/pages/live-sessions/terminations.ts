// The end of many sessions: a request for each, a few at a time. It goes on after failures and can be stopped between requests.
import { ApiFailure, isAborted } from '../../api/failure.ts';

/** Requests under way at a time, few enough to leave the service to its players. */
const atOnce = 4;

/** Statuses after which a request to any other player would fail too. */
const isHopeless = (error: unknown): boolean =>
  error instanceof ApiFailure && [0, 401, 403, 429, 503].includes(error.status);

export interface Terminations<Session> {
  readonly ended: readonly Session[];
  /** Sessions that were over before, and of players who are erased. */
  readonly over: readonly Session[];
  readonly failed: readonly { readonly session: Session; readonly error: unknown }[];
  /** Not tried, after a stop or a failure that the others would meet too. */
  readonly left: readonly Session[];
}

export interface TerminationOptions<Session> {
  /** Ends one session. @throws ApiFailure */
  readonly terminate: (session: Session) => Promise<unknown>;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number) => void;
}

/** Never rejects: failures are part of the outcome. */
export async function terminateAll<Session>(
  sessions: readonly Session[],
  { terminate, isStopped, onProgress }: TerminationOptions<Session>,
): Promise<Terminations<Session>> {
  const ended: Session[] = [];
  const over: Session[] = [];
  const failed: { session: Session; error: unknown }[] = [];
  let next = 0;
  let isHalted = false;
  const worker = async () => {
    while (next < sessions.length && !isHalted && !isStopped()) {
      const session = sessions[next] as Session;
      next += 1;
      try {
        await terminate(session);
        ended.push(session);
      } catch (error) {
        if (error instanceof ApiFailure && (error.status === 400 || error.status === 404)) over.push(session);
        else failed.push({ session, error });
        isHalted ||= isHopeless(error) || isAborted(error);
      }
      onProgress(ended.length + over.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { ended, over, failed, left: sessions.slice(next) };
}
