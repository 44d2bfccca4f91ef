// Flushes before answers, on SQLite: the system calls of the running service show that each save is flushed between its request
// and its answer. A power cut at any moment loses no acknowledged save and leaves none in part. The same checks fail for a copy
// of the program that does not flush.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { paths } from '../../harness/api.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { startProcess } from '../../harness/process.ts';
import { seed, seeded } from '../../harness/seeded.ts';
import { canTrace, readTrace, type SystemCall, tracedTo } from '../../harness/strace.ts';
import { makeVariant } from '../consistency/variants.ts';
import { createDisk, cutPower } from './power-cut.ts';

const players = 5;
const saves = amount(12, 60);
const cuts = amount(60, 600);
const pageBytes = 4_096;
const repeats = 600;

const requestId = (player: number, n: number) => `request-${player}-${n}.`;
/** A text in every page that holds a part of the save. */
const marker = (player: number, n: number) => `save-${player}-${n}.`;
const textOf = (player: number, n: number) =>
  `{"n":${n},"filler":"${marker(player, n).repeat(repeats)}","again":${n}}`;

interface Recording {
  readonly calls: readonly SystemCall[];
  readonly database: string;
}

/** The system calls of a service that several players save to at once, each one save after the other. */
async function record(directory: string, program?: string): Promise<Recording> {
  const database = join(directory, 'game.db');
  const trace = join(directory, 'trace');
  const service = await startProcess({ DATABASE_URL: `sqlite:${database}` }, directory, {
    under: tracedTo(trace),
    ...(program !== undefined && { program }),
  });
  const playing = Array.from({ length: players }, async (_, player) => {
    for (let n = 1; n <= saves; n += 1) {
      const options = {
        body: `{"data":${textOf(player, n)}}`,
        headers: { 'x-request-id': requestId(player, n) },
      };
      expect((await service.as(`player ${player}`, 'POST', paths.metadata, options)).status).toBe(200);
    }
  });
  await Promise.all(playing);
  service.signal('SIGTERM');
  await service.exited;
  const calls = await readTrace(trace, service.pid);
  // At its end the service writes the log into the file and removes the log.
  const end = calls.findIndex(({ name, target }) => name === 'unlink' && target === `${database}-wal`);
  return { calls: calls.slice(0, end), database };
}

const isSocket = ({ target }: SystemCall): boolean => /^(?:socket|TCP)/.test(target);

/** The calls at which the request arrived and its answer began to leave. */
function exchangeOf({ calls }: Recording, id: string): { asked: number; answered: number } {
  const of = (name: RegExp) =>
    calls.find((call) => name.test(call.name) && isSocket(call) && call.bytes.includes(id));
  const [asked, answered] = [of(/^re(?:ad|cv)/), of(/^(?:send|write)/)];
  if (!asked || !answered)
    throw new Error(`the trace does not show ${id}: what writes to sockets has changed`);
  return { asked: asked.ended, answered: answered.began };
}

/** The header of the last page of a transaction has the number of pages of the database; the headers of others have 0. */
const endsTransaction = ({ name, bytes }: SystemCall): boolean =>
  name === 'pwrite64' && bytes.length === 24 && bytes.readUInt32BE(4) > 0;

/**
 * True when a flush of the log ended before the answer began, and after the whole save and the end of its transaction were
 * written.
 */
function isFlushed(recording: Recording, player: number, n: number): boolean {
  const { asked, answered } = exchangeOf(recording, requestId(player, n));
  const log = recording.calls.filter(
    ({ target, began, ended }) => target === `${recording.database}-wal` && began > asked && ended < answered,
  );
  const isPart = ({ name, bytes }: SystemCall) => name === 'pwrite64' && bytes.includes(marker(player, n));
  if (log.filter(isPart).length < Math.floor(textOf(player, n).length / pageBytes)) {
    throw new Error('the trace does not show what was saved: what writes to files has changed');
  }
  // From the header of the page on.
  const afterSave = log.slice(log.findLastIndex(isPart) - 1);
  const end = afterSave.findIndex(endsTransaction);
  const isFlush = ({ name, result }: SystemCall) => /^f(?:data)?sync$/.test(name) && result === 0;
  return end >= 0 && afterSave.slice(end).some(isFlush);
}

/** @returns the losses after the first of many random power cuts that loses anything. */
function lossesAfterCuts(recording: Recording, directory: string): string[] {
  const { calls, database } = recording;
  const random = seeded(seed);
  const answers = new Map<number, Map<number, number>>();
  for (let player = 0; player < players; player += 1) {
    const byLine = Array.from({ length: saves }, (_, index): [number, number] => [
      index + 1,
      exchangeOf(recording, requestId(player, index + 1)).answered,
    ]);
    answers.set(player, new Map(byLine));
  }
  const first = calls.findIndex(({ bytes }) => bytes.includes(marker(0, 1)));
  const moments = new Set(Array.from({ length: cuts }, () => first + random(calls.length - first)));
  const { disk, apply } = createDisk(database);
  for (const [index, call] of calls.entries()) {
    apply(call);
    if (!moments.has(index)) continue;
    const path = cutPower(disk, directory, random);
    const answered = (player: number) =>
      [...(answers.get(player) ?? [])].filter(([, line]) => line <= call.ended).length;
    const losses = lossesOf(path, answered);
    if (losses.length > 0) return losses;
  }
  return [];
}

/** Opens the remaining files as the service would. */
function lossesOf(path: string, answered: (player: number) => number): string[] {
  const db = new Database(path);
  try {
    const check = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get();
    if (check?.integrity_check !== 'ok') return [`damaged: ${check?.integrity_check}`];
    const find = db.query<{ text: string | null }, [string]>(
      'SELECT text FROM metadata JOIN players USING (sequential_id) WHERE player_id = ?1',
    );
    return Array.from({ length: players }, (_, player) => {
      const text = find.get(`player ${player}`)?.text ?? '{"n":0}';
      const { n } = JSON.parse(text);
      if (n > 0 && text !== textOf(player, n)) return 'half a save';
      return n < answered(player) ? `save ${answered(player)} of player ${player}: ${n} is there` : '';
    }).filter(Boolean);
  } catch (error) {
    return [String(error)];
  } finally {
    db.close();
  }
}

const flushes = (recording: Recording): number =>
  Array.from({ length: players * saves }, (_, index) =>
    isFlushed(recording, index % players, Math.floor(index / players) + 1),
  ).filter(Boolean).length;

async function withRecording(
  change: readonly [text: string, replacement: string] | undefined,
  check: (recording: Recording, directory: string) => void,
): Promise<void> {
  using folder = temporaryDirectory();
  const [piece = '', replacement = ''] = change ?? [];
  const file = 'store/sqlite/database.ts';
  const variant = change && (await makeVariant({ file, piece, replacement }));
  try {
    check(await record(folder.directory, variant?.main), folder.directory);
  } finally {
    variant?.remove();
  }
}

test.skipIf(!canTrace)(
  `every save is flushed before it is answered, and survives ${cuts} power cuts (SEED=${seed})`,
  () =>
    withRecording(undefined, (recording, directory) => {
      expect(flushes(recording)).toBe(players * saves);
      expect(lossesAfterCuts(recording, directory)).toEqual([]);
    }),
  120_000,
);

test.skipIf(!canTrace)(
  `every save survives a power cut during a checkpoint (SEED=${seed})`,
  () =>
    withRecording(['wal_autocheckpoint = 8000', 'wal_autocheckpoint = 30'], (recording, directory) => {
      const intoFile = recording.calls.filter(
        ({ name, target }) => name === 'pwrite64' && target === recording.database,
      );
      expect(intoFile.length).toBeGreaterThan(saves);
      expect(flushes(recording)).toBe(players * saves);
      expect(lossesAfterCuts(recording, directory)).toEqual([]);
    }),
  120_000,
);

for (const [name, replacement] of [
  ['OFF', 'synchronous = OFF'],
  ['NORMAL', 'synchronous = NORMAL'],
] as const) {
  test.skipIf(!canTrace)(
    `a program with synchronous = ${name} fails both checks`,
    () =>
      withRecording(['synchronous = FULL', replacement], (recording, directory) => {
        expect(flushes(recording)).toBe(0);
        expect(lossesAfterCuts(recording, directory)).not.toEqual([]);
      }),
    120_000,
  );
}
