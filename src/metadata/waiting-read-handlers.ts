// The read of the own metadata that waits for a change (RFC 7240 section 4.3): a caller who knows the state is answered when it is
// another one. The state is read again after each sign of a change, so the answer is the same that a plain read would get. A caller
// who names a session is also answered when that is not the active one.
import type { PrincipalHandler } from '../auth/access/access.ts';
import type { Player } from '../auth/principals.ts';
import { BodyInterrupted } from '../http/body.ts';
import { readInstallationId } from '../http/installation.ts';
import { parsePreconditions } from '../http/preconditions.ts';
import { preferredWait } from '../http/prefer.ts';
import type { Reply } from '../http/reply.ts';
import { afterWait, FailedAfterWait, type Wait } from '../http/waited.ts';
import type { Clock } from '../lib/clock.ts';
import { versionOfTag } from '../lib/entity-tag.ts';
import { WAIT_HEAD_MAX_CHARACTERS } from '../limits.ts';
import type { SessionStore } from '../store/ports/sessions.ts';
import { playerAdapter, readThrough } from './adapters.ts';
import type { MetadataDependencies } from './dependencies.ts';
import { getHandler } from './handlers.ts';
import { conditionalReply } from './replies.ts';
import { readRequiredSession, sessionNotCurrent } from './required-session.ts';
import type { WatchReader } from './watch-list.ts';
import type { Watch, Watches } from './watches.ts';

export interface WaitingReadDependencies extends MetadataDependencies {
  readonly watches: Watches;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** The handler of a read without a wait, and with one. */
export function waitingGetHandler(dependencies: WaitingReadDependencies): PrincipalHandler<Player> {
  const { clock } = dependencies;
  const getAtOnce = getHandler(playerAdapter)(dependencies);
  const waitForChange = changeWaiter(dependencies);
  return (request, player, ...rest) => {
    const prefer = request.headers.get('prefer');
    const seconds = prefer === null ? undefined : preferredWait(prefer);
    if (seconds === undefined || isLongHead(request.headers)) return getAtOnce(request, player, ...rest);
    const wait: Wait = { seconds, until: clock.monotonic() + seconds * 1_000, waited: undefined };
    return waitForChange(request, player, wait).catch((error) => {
      throw wait.waited === undefined ? error : new FailedAfterWait(error, wait.waited);
    });
  };
}

/** The runtime keeps the head of a request in memory as long as it waits. */
function isLongHead(headers: Headers): boolean {
  let characters = 0;
  headers.forEach((value, name) => {
    characters += name.length + value.length;
  });
  return characters > WAIT_HEAD_MAX_CHARACTERS;
}

function changeWaiter(dependencies: WaitingReadDependencies) {
  const { watches, clock, store } = dependencies;
  const adapter = playerAdapter(dependencies);

  /**
   * Reads once. The watch has begun before, and is ended by the caller. The text of the metadata is gone with this call: whoever waits
   * would hold it in memory.
   */
  async function read(request: Bun.BunRequest<string>, player: Player, reader: WatchReader) {
    let watch: Watch | undefined;
    try {
      const facts = await adapter.withPlayer(request, player, (sequentialId) => {
        watch?.end();
        watch = watches.begin(sequentialId, reader);
        return adapter.getMetadata(player, sequentialId);
      });
      const reply = conditionalReply(facts, parsePreconditions(request));
      if (reply.status === 304) await assertCurrent(store.sessions, facts.sequentialId, reader.sessionId);
      return { reply, version: versionOfTag(facts.etag), watch };
    } catch (error) {
      watch?.end();
      throw error;
    }
  }

  /** Reads once, and waits. @returns undefined when the state may have changed since */
  async function readAndWait(
    request: Bun.BunRequest<string>,
    player: Player,
    wait: Wait,
    reader: WatchReader,
  ): Promise<Reply | undefined> {
    const { reply, version, watch } = await read(request, player, reader);
    try {
      const known = { version, until: wait.until, signal: request.signal };
      // Signs of a change that come again and again end no wait, and its time is over all the same.
      const mayWait = reply.status === 304 && clock.monotonic() < wait.until;
      const ending = mayWait ? watch?.wait(known) : undefined;
      if (!ending) return afterWait(reply, wait);
      const beganAt = clock.monotonic();
      const end = await ending;
      wait.waited = (wait.waited ?? 0) + clock.monotonic() - beganAt;
      if (end === 'left') throw new BodyInterrupted('the caller left while it waited');
      return end === 'changed' ? undefined : afterWait(reply, wait);
    } finally {
      watch?.end();
    }
  }

  return async (request: Bun.BunRequest<string>, player: Player, wait: Wait): Promise<Reply> => {
    const reader = await readThrough(adapter, request, player, () => ({
      installation: readInstallationId(request),
      sessionId: readRequiredSession(request),
    }));
    for (;;) {
      const reply = await readAndWait(request, player, wait, reader);
      if (reply) return reply;
    }
  };
}

/**
 * A caller who waits hears at once that another device plays, as one who writes does.
 * @throws ApiError `sessionNotCurrent` unless the required session is the active one
 */
async function assertCurrent(
  sessions: Pick<SessionStore, 'find' | 'findEnd'>,
  sequentialId: number,
  required: string | undefined,
): Promise<void> {
  if (required === undefined) return;
  const found = await sessions.find(sequentialId);
  const active = found && 'sessionId' in found ? found.sessionId : undefined;
  if (active !== required) throw await sessionNotCurrent(sessions, sequentialId, required);
}
