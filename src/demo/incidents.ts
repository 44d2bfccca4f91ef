// The story of the demo: what went wrong in the month, what the support did about it, and what is still to be done. A bad update
// of the game reset some saves. The support restored those of five players. Those of a dozen are left, one of them for the tour.

import { toTimestamp } from '../lib/clock.ts';
import type { AuditAction } from '../store/ports/audit.ts';
import type { AuditEntryRecord } from '../store/ports/transfer.ts';
import { toStoredEnd } from '../store/shared/suspensions.ts';
import { day, hour, minute } from './calendar.ts';
import { minutesFor, type Save, saveText } from './documents.ts';
import { type Play, type PlayedSession, type Player, sessionTimeout } from './play.ts';
import { createRandom, uuidAt } from './random.ts';
import {
  type SavedState,
  type StoredSuspension,
  savedStates,
  serverState,
  sessionsOfRegulars,
} from './saves.ts';

/** The level that the player of the tour had before the bad update. */
const levelBefore = 42;
/** The sessions of that player since the bad update. */
const sessionsSince = 2;
const gemsOfApology = 500;

/** A player with sessions and saves, which a story may change. */
export interface Life {
  readonly player: Player;
  readonly play: Play;
  readonly states: readonly SavedState[];
  readonly suspension?: StoredSuspension;
}

/** A server key, as entries of the audit name it. */
export interface AuditKey {
  readonly keyId: string;
  readonly name: string;
}

export interface Staff {
  readonly support: AuditKey;
  readonly backend: AuditKey;
}

/** Collects the entries of the audit. */
export interface AuditTrail {
  readonly entries: AuditEntryRecord[];
  add(
    key: AuditKey,
    at: number,
    action: AuditAction,
    sequentialId: number,
    detail?: Readonly<Record<string, unknown>>,
  ): void;
}

export function createAuditTrail(): AuditTrail {
  const random = createRandom(404);
  const entries: AuditEntryRecord[] = [];
  return {
    entries,
    add({ keyId, name }, at, action, sequentialId, detail) {
      entries.push({
        type: 'audit-entry',
        auditId: uuidAt(random, at),
        ...{ at, keyId, keyName: name, action, sequentialId },
        detail: detail ? JSON.stringify(detail) : null,
        requestId: `${random
          .below(2 ** 32)
          .toString(16)
          .padStart(8, '0')}-${random.below(36 ** 3).toString(36)}`,
      });
    },
  };
}

/** The text of a save that begins anew, as the bad update wrote it. */
const resetText = (save: Save, sessions: number): string =>
  saveText({ ...save, minutes: 0.25 * sessions, sessions });

const brokenVersion = '2.5.1';
const withBrokenVersion = (session: PlayedSession): PlayedSession => ({
  ...session,
  context: session.context.replace(/"version":"[^"]*"/, `"version":"${brokenVersion}"`),
});

/** The player of the tour: level 42 before the bad update, and level 1 in the sessions since. */
export function loseSave({ player, play }: Life): Life {
  const { ended } = play;
  const lost = ended.length - sessionsSince;
  const total = ended.slice(0, lost).reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0);
  const pace = (minutesFor(levelBefore) * minute) / Math.max(1, total);
  const told: Play = {
    ended: ended.map((session, place) => (place < lost ? session : withBrokenVersion(session))),
    open: undefined,
  };
  const states = savedStates(player, told, (save, place) =>
    place < lost
      ? saveText({ ...save, minutes: save.minutes * pace + 0.01 })
      : resetText(save, place - lost + 1),
  );
  return { player, play: told, states };
}

/** A player whose save was reset too, in the last session, and whom nobody has helped yet. */
export function resetSave({ player, play }: Life): Life {
  const last = play.ended.length - 1;
  const told: Play = {
    ended: play.ended.map((session, place) => (place < last ? session : withBrokenVersion(session))),
    open: undefined,
  };
  const states = savedStates(player, told, (save, place) =>
    place < last ? saveText(save) : resetText(save, 1),
  );
  return { player, play: told, states };
}

/** A player whose save was reset, and then restored by the support and made good with gems. */
export function restoreSave(life: Life, { support, backend }: Staff, trail: AuditTrail): Life {
  const { player, play: told, states } = resetSave(life);
  const [good, reset] = states.slice(-2);
  if (!good || !reset) return life;
  const { sequentialId } = player;
  const restored = serverState(reset, good.text, reset.writtenAt + 47 * minute, support.keyId);
  trail.add(support, restored.writtenAt, 'metadata.restore', sequentialId, {
    ...{ version: restored.version, restored: good.version },
  });
  const richer = good.text.replace(/"gems":(\d+)/, (_, gems) => `"gems":${Number(gems) + gemsOfApology}`);
  const given = serverState(restored, richer, restored.writtenAt + 3 * minute, backend.keyId);
  trail.add(backend, given.writtenAt, 'metadata.patch', sequentialId, { version: given.version });
  return { player, play: told, states: [...states, restored, given] };
}

/** The support ends the last session of a player, who could not sign in on another device. */
export function terminateSession(life: Life, { support }: Staff, trail: AuditTrail): Life {
  const { told, last } = endAsTerminated(life.play, life.play.ended.length - 1);
  if (last)
    trail.add(support, last.endedAt, 'session.terminate', life.player.sequentialId, {
      sessionId: last.sessionId,
    });
  return { ...life, play: told };
}

/** The support suspends a player, whose session ends by that. */
export function suspend(
  life: Life,
  { until, reason }: { readonly until: number | 'forever'; readonly reason: string },
  { support }: Staff,
  trail: AuditTrail,
): Life {
  const { told, last } = endAsTerminated(life.play, life.play.ended.length - 1);
  const { sequentialId } = life.player;
  if (last)
    trail.add(support, last.endedAt, 'player.suspend', sequentialId, {
      until: until === 'forever' ? until : toTimestamp(until),
    });
  const suspension = { suspendedUntil: toStoredEnd(until), suspensionReason: reason };
  return { ...life, play: told, suspension };
}

/** A suspension that was a mistake: it ended within a day. */
export function suspendByMistake(life: Life, { support }: Staff, trail: AuditTrail): Life {
  const { told, last } = endAsTerminated(life.play, placeBeforePause(life.play));
  const { sequentialId } = life.player;
  if (last) {
    trail.add(support, last.endedAt, 'player.suspend', sequentialId, { until: 'forever' });
    trail.add(support, last.endedAt + 20 * hour, 'player.unsuspend', sequentialId);
  }
  return { ...life, play: told };
}

/** The place of a session after which the player paused for more than a day; -1 for none. */
const placeBeforePause = ({ ended }: Play): number =>
  ended.findIndex(({ endedAt }, place) => (ended[place + 1]?.startedAt ?? 0) - endedAt > 30 * hour);

function endAsTerminated({ ended, open }: Play, place: number) {
  const last = ended[place];
  const told: Play = {
    ended: ended.map((session, index) =>
      index === place ? { ...session, reason: 'terminated' as const } : session,
    ),
    open,
  };
  return { told, last };
}

/** May a story be told of this player? The player plays often, is offline, and was there within the last days. */
export function fitsStory({ play, states }: Life, now: number): boolean {
  const last = play.ended.at(-1);
  if (!last || play.open || play.ended.length < sessionsOfRegulars || states.length < 3) return false;
  return last.endedAt < now - 3 * hour - sessionTimeout && last.endedAt > now - 4 * day;
}

/** The same for a suspension by mistake, which needs a pause between two sessions. */
export const fitsMistake = (life: Life, now: number): boolean =>
  fitsStory(life, now) && placeBeforePause(life.play) >= 0;
