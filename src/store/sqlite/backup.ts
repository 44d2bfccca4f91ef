// Backups of a database file: a checked copy as of one moment, made beside a running service, and such a copy made ready to be the
// database of a service.
import { Database } from 'bun:sqlite';
import { copyFile, stat } from 'node:fs/promises';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { AuditedAs } from '../ports/audit.ts';
import type { Backup, Backups, CopyProgress } from '../ports/backups.ts';
import { StoreUnusable } from '../ports/errors.ts';
import { openDatabase, openFileForReading, whileOpening } from './database.ts';
import { recordCopy } from './lineage.ts';
import { reachedSchema } from './migrate.ts';
import { runOnThread } from './on-thread.ts';
import { raiseVersionsOn } from './raise-versions.ts';

const progressMilliseconds = 250;
/** Problems that an error quotes. */
const mostProblems = 3;

export const sqliteBackups = (path: string, clock: Clock): Backups => ({
  path,
  backUp: (target, progress) => backUp(path, target, progress),
  async restore(file, target, author, progress) {
    const backup = await copyBackup(file, target, progress);
    whileOpening(target, () => makeReady(target, { author, action: 'restored' }, clock.now()));
    return backup;
  },
});

async function backUp(path: string, target: string, progress: CopyProgress): Promise<Backup> {
  const bytes = whileOpening(path, () => {
    const db = openFileForReading(path);
    try {
      if (reachedSchema(db) === 0) throw new StoreUnusable('there are no tables in it yet');
      return usedBytes(db);
    } finally {
      db.close();
    }
  });
  const vacuum = { path, sql: 'VACUUM INTO ?1', parameters: [target] };
  await inWords(target, async () => {
    try {
      await whileCopying(target, bytes, progress, () => runOnThread(vacuum));
    } catch (error) {
      // Of a damaged database SQLite may say that a disk is full.
      await assertSound(path, path);
      throw error;
    }
  });
  whileOpening(target, () => {
    using copy = new Database(target, { readwrite: true, strict: true });
    recordCopy(copy);
  });
  return checkCopy(target, path);
}

async function copyBackup(file: string, target: string, progress: CopyProgress): Promise<Backup> {
  const { size } = await stat(file);
  await whileCopying(target, size, progress, () => copyFile(file, target));
  const log = await stat(`${file}-wal`).catch(() => undefined);
  if (log !== undefined && log.size > 0) await copyFile(`${file}-wal`, `${target}-wal`);
  return checkCopy(target, file);
}

/** Brings a copy to the newest schema, and raises its versions. No log stays beside it. @throws StoreUnusable */
function makeReady(path: string, audited: AuditedAs, now: number): void {
  const { db } = openDatabase(path);
  try {
    db.transaction(() => raiseVersionsOn(db, audited, now, () => undefined)).immediate();
    const mode = db.query<{ journal_mode: string }, []>('PRAGMA journal_mode = DELETE').get()?.journal_mode;
    if (mode !== 'delete') throw new StoreUnusable('its log could not be folded into it');
  } finally {
    db.close();
  }
}

/** @param origin names the file in errors. @throws StoreUnusable for one with errors in any page */
async function assertSound(path: string, origin: string): Promise<void> {
  const rows = await inWords(origin, () =>
    runOnThread({ path, sql: 'PRAGMA integrity_check', parameters: [] }),
  );
  const problems = rows
    .flatMap(([lines]) => String(lines).split('\n'))
    .filter((line) => line !== 'ok' && !line.startsWith('***'));
  if (problems.length === 0) return;
  throw new StoreUnusable(`${origin}: it is damaged: ${problems.slice(0, mostProblems).join('; ')}`);
}

/** @param origin names the copy in errors */
async function checkCopy(copy: string, origin: string): Promise<Backup> {
  await assertSound(copy, origin);
  return whileOpening(origin, () => {
    const db = new Database(copy, { readonly: true, strict: true });
    try {
      const schema = reachedSchema(db);
      if (schema === 0) throw new StoreUnusable('it is no database of Playkeep');
      const counted = db.query<{ players: number }, []>('SELECT count(*) AS players FROM players').get();
      return { players: counted?.players ?? 0, bytes: usedBytes(db), schema };
    } finally {
      db.close();
    }
  });
}

function usedBytes(db: Database): number {
  const pragma = (name: string): number => Number(db.query(`PRAGMA ${name}`).values()[0]?.[0] ?? 0);
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

/** Tells how long a file is while it grows. */
async function whileCopying(
  target: string,
  of: number,
  progress: CopyProgress,
  copy: () => Promise<unknown>,
): Promise<void> {
  const end = new AbortController();
  const copied = copy().finally(() => end.abort());
  // Its failure is thrown at the end.
  copied.catch(() => undefined);
  while (!end.signal.aborted) {
    await systemClock.sleep(progressMilliseconds, end.signal);
    const file = await stat(target).catch(() => undefined);
    progress(Math.min(file?.size ?? 0, of), of);
  }
  await copied;
}

/** Names the file in an error of SQLite. @throws StoreUnusable */
async function inWords<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnusable) throw error;
    return whileOpening(path, () => {
      throw error;
    });
  }
}
