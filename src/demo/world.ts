// The demo's month: all its players with their sessions, saves and incidents, as records that a store can import. The same number
// of players gives the same story at each start, at times relative to now.
import { hash } from 'node:crypto';
import type {
  ActiveSessionRecord,
  EndedSessionRecord,
  ErasedPlayerRecord,
  TransferRecord,
} from '../store/ports/transfer.ts';
import { day, hour, registrationTimes, targetOnline } from './calendar.ts';
import { builderText } from './documents.ts';
import {
  createAuditTrail,
  fitsMistake,
  fitsStory,
  type Life,
  loseSave,
  resetSave,
  restoreSave,
  type Staff,
  suspend,
  suspendByMistake,
  terminateSession,
} from './incidents.ts';
import { lossRecords } from './losses.ts';
import { createPlayer, type OpenSession, type Player, playOf, recentSession } from './play.ts';
import { createPlayerNames, playerWithLostSave } from './player-names.ts';
import { playerRecords, savedStates, sessionsOfRegulars } from './saves.ts';

export interface World {
  /** By type, in the order of an import. */
  readonly records: readonly (readonly TransferRecord[])[];
  readonly lastSequentialId: number;
  /** The players who are online, and when they mean to stop. */
  readonly online: readonly OnlinePlayer[];
  /** Players who may come online. */
  readonly regulars: readonly string[];
}

export interface OnlinePlayer {
  readonly playerId: string;
  readonly platform: string;
  readonly endsAt: number;
}

export interface WorldOptions {
  readonly now: number;
  /** The number of players who are there now. One more was erased. */
  readonly players: number;
  readonly staff: Staff;
}

export function createWorld({ now, players, staff }: WorldOptions): World {
  // So many players before the last one were erased.
  const erasedPlace = Math.floor(players * 0.4);
  const all = createLives(now, players + 1);
  const trail = createAuditTrail();
  const erased = all[erasedPlace - 1];
  const lives = all.filter((life) => life !== erased);
  tellStory(lives, { now, players, staff }, trail);
  bringOnline(lives, now);
  const made = lives.map(({ player, states, suspension }) =>
    playerRecords(player, states, { now, suspension }),
  );
  const erasure = erased && eraseRecord(erased, now);
  if (erasure && erased)
    trail.add(staff.support, erasure.erasedAt, 'player.erase', erased.player.sequentialId);
  return {
    records: [
      erasure ? [erasure] : [],
      made.map(({ player }) => player),
      made.flatMap(({ versions }) => versions),
      lives.flatMap(lossRecords),
      lives.flatMap(activeRecord),
      [
        ...(erased ? endedRecords({ ...erased, play: { ...erased.play, open: undefined } }) : []),
        ...lives.flatMap(endedRecords),
      ],
      trail.entries.toSorted((a, b) => a.at - b.at),
    ],
    lastSequentialId: players + 1,
    online: lives.flatMap(({ player: { playerId, platform }, play: { open } }) =>
      open ? [{ playerId, platform, endsAt: open.endedAt }] : [],
    ),
    regulars: lives
      .filter(({ play, suspension }) => play.ended.length >= sessionsOfRegulars && !suspension)
      .map(({ player }) => player.playerId)
      .filter((playerId) => playerId !== playerWithLostSave),
  };
}

function createLives(now: number, count: number): Life[] {
  const names = createPlayerNames();
  const builder = Math.floor(count / 10);
  return registrationTimes(now, count).map((registeredAt, index) => {
    const sequentialId = index + 1;
    const player = createPlayer(
      { sequentialId, registeredAt },
      ({ code }, random) => names.next(sequentialId, code, random),
      (playerId) => playerId === playerWithLostSave,
    );
    const play = playOf(player, now);
    const states = savedStates(player, play, sequentialId === builder ? builderText : undefined);
    return { player, play, states };
  });
}

/** The players beside that of the tour whose lost saves nobody has restored. */
const openLosses = 11;

/** Replaces the lives of the players to whom something happened. */
function tellStory(
  lives: Life[],
  { now, staff }: WorldOptions,
  trail: ReturnType<typeof createAuditTrail>,
): void {
  let next = 150;
  const change = (place: number, tell: (life: Life) => Life): void => {
    const life = lives[place];
    if (life) lives[place] = tell(life);
  };
  const changeNext = (fits: (life: Life, now: number) => boolean, tell: (life: Life) => Life): void => {
    while (next < lives.length && !fits(lives[next] as Life, now)) next += 1;
    change(next, tell);
    next += 1;
  };

  const tour = lives.findIndex(({ player }) => isOfTour(player));
  change(tour, loseSave);
  // The newest loss is that of the tour, so it leads the lists.
  const [newest] = lives.slice(tour, tour + 1).flatMap(lossRecords);
  const fitsLoss = (life: Life): boolean =>
    fitsStory(life, now) && (life.play.ended.at(-1)?.endedAt ?? 0) < (newest?.lostAt ?? now);
  for (let count = 0; count < 5; count += 1) changeNext(fitsStory, (life) => restoreSave(life, staff, trail));
  for (let count = 0; count < openLosses; count += 1) changeNext(fitsLoss, resetSave);
  for (let count = 0; count < 2; count += 1)
    changeNext(fitsStory, (life) => terminateSession(life, staff, trail));
  const suspensions = [
    { until: 'forever', reason: 'speed hack, seen in three recordings' },
    { until: 'forever', reason: 'chargeback after 140 EUR of gems, case 2291' },
    { until: now + 5 * day, reason: 'insults in the chat, second warning' },
    { until: now + 9 * hour, reason: 'name against the rules, asked to change it' },
  ] as const;
  for (const suspension of suspensions)
    changeNext(fitsStory, (life) => suspend(life, suspension, staff, trail));
  changeNext(fitsMistake, (life) => suspendByMistake(life, staff, trail));
  changeNext(fitsStory, (life) => {
    trail.add(staff.support, now - 26 * hour, 'player.export', life.player.sequentialId);
    return life;
  });
}

/** Brings regular players online until there are as many as at this hour. */
function bringOnline(lives: Life[], now: number): void {
  let missing = targetOnline(now) - lives.filter(({ play }) => play.open).length;
  for (let place = lives.length - 1; place >= 0 && missing > 0; place -= 1) {
    const life = lives[place];
    const last = life?.play.ended.at(-1);
    if (!life || !last || life.play.open || life.suspension || life.play.ended.length < sessionsOfRegulars)
      continue;
    if (life.states.some(({ keyId }) => keyId !== null) || isOfTour(life.player)) continue;
    if (last.reason === 'terminated' || last.endedAt > now - hour) continue;
    const open = recentSession(life.player, last.endedAt, now);
    const play = { ...life.play, open };
    lives[place] = { ...life, play, states: savedStates(life.player, play) };
    missing -= 1;
  }
}

const isOfTour = ({ playerId }: Player): boolean => playerId === playerWithLostSave;

const activeRecord = ({ player, play: { open } }: Life): ActiveSessionRecord[] => {
  if (!open) return [];
  const { sessionId, startedAt, lastActivity, context }: OpenSession = open;
  return [
    {
      type: 'active-session',
      sequentialId: player.sequentialId,
      sessionId,
      startedAt,
      lastActivity,
      context,
      installationId: null,
    },
  ];
};

const endedRecords = ({ player, play }: Life): EndedSessionRecord[] =>
  play.ended.map((session) => ({
    ...{ type: 'ended-session', sequentialId: player.sequentialId, installationId: null },
    ...session,
  }));

/** The tombstone of the erased player, who asked for it a day after the last session. */
function eraseRecord({ player, play }: Life, now: number): ErasedPlayerRecord {
  const last = play.ended.at(-1)?.endedAt ?? player.registeredAt;
  return {
    type: 'erased-player',
    digest: hash('sha256', player.playerId, 'hex'),
    erasedAt: Math.min(now - hour, last + day),
  };
}
