// The data of the benchmarks: players with metadata and active sessions, inserted with plain SQL, and their tokens.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import { SignJWT } from 'jose';
import { migrateStore } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import type { Program } from './program.ts';

export const secret = 'a secret for benchmarks, used nowhere else: 0123456789';

/** A JSON object of about this many bytes. */
export const document = (bytes: number): string =>
  JSON.stringify({ level: 12, position: [1.5, 2.5], inventory: 'x'.repeat(bytes - 55) });

/** 16 KB of 900 members, like an inventory of many items. */
export const inventory = JSON.stringify({
  level: 12,
  items: Array.from({ length: 225 }, (_, id) => ({
    id,
    name: `item-${id * 7919}`,
    count: id % 9,
    at: `2026-11-${10 + (id % 20)}T12:00:00Z`,
  })),
});

export const metadata = document(300);

/** The metadata that players save: of the same size as the stored one, but never equal to it, which would be cheaper to write. */
export const saves = Array.from({ length: 4 }, () => {
  const inventory = Buffer.from(crypto.getRandomValues(new Uint8Array(184))).toString('base64');
  return JSON.stringify({ level: 12, position: [1.5, 2.5], inventory: inventory.slice(0, 245) });
});

export const playerName = (n: number): string => `player-${n}`;

export type Sign = (playerId: string) => Promise<string>;

export const sign: Sign = (playerId) =>
  new SignJWT({ sub: playerId }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));

/**
 * The first players have no session: half for the service to start and stop, half for the store. The others have one, or a fifth
 * of them when they are very many.
 */
export const idlePlayers = 128;

export const activePlayers = (players: number): number =>
  Math.max(players / 5, Math.min(players, 50_000)) - idlePlayers;

/** The players of the requests, spread over all with a session. */
export const sampleOf = (players: number, count = 10_000): number[] => {
  const active = activePlayers(players);
  return Array.from(
    { length: Math.min(count, active) },
    (_, n) => idlePlayers + 1 + Math.floor((n * active) / Math.min(count, active)),
  );
};

/** The last players of the sample are reserved for large documents, which no other scenario may read. */
const largeDocumentPlayers = 100;

/** The sample by use: `common` for all requests, those whose entity tags no other scenario may change, and those for large documents. */
export function usesOf(players: number) {
  const everyone = sampleOf(players);
  const others = everyone.slice(0, -largeDocumentPlayers);
  const common = others.slice(0, Math.ceil(others.length * 0.9));
  return {
    common,
    conditional: others.slice(common.length),
    large: everyone.slice(-largeDocumentPlayers),
  };
}

/**
 * Makes the schema and fills it. Player n has sequential id n. Players with a session have just saved in it, and that save has
 * kept a version.
 */
export async function fill(databaseUrl: string, players: number): Promise<void> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, JWT_SECRET: secret });
  await migrateStore(config, {
    clock: systemClock,
    log: createLog({ level: 'warn', production: true }),
  });
  const now = Date.now();
  const last = idlePlayers + activePlayers(players);
  const plays = `n > ${idlePlayers} AND n <= ${last}`;
  const statements = (series: string, sessionId: string, name: string) => [
    `INSERT INTO players (player_id, registered_at) SELECT 'player-' || n, ${now} FROM ${series}`,
    `INSERT INTO metadata (sequential_id${name && ', player_id'}, text, version, written_at, written_session_id, kept_at)
     SELECT n${name}, '${metadata}', 1, ${now}, CASE WHEN ${plays} THEN ${sessionId} END, ${now} FROM ${series}`,
    `INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity)
     SELECT n, ${sessionId}, ${now}, ${now} FROM ${series} WHERE ${plays}`,
  ];
  if (databaseUrl.startsWith('sqlite:')) {
    const db = new Database(databaseUrl.slice('sqlite:'.length));
    const series = `(WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${players}) SELECT n FROM s)`;
    const sessionId = "printf('00000000-0000-7000-8000-%012x', n)";
    db.transaction(() => {
      for (const statement of statements(series, sessionId, '')) db.run(statement);
    })();
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
  } else {
    const sql = new SQL(databaseUrl, { max: 1 });
    const sessionId = "('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";
    const series = `generate_series(1, ${players}) AS n`;
    for (const statement of statements(series, sessionId, ", 'player-' || n")) await sql.unsafe(statement);
    await sql.unsafe('VACUUM ANALYZE');
    await sql.unsafe('CHECKPOINT');
    await sql.close();
  }
}

/** Reads one player, and compares the answer with the inserted data. @returns the body, and the headers that the service sets. */
export async function sampleAnswer(
  service: Program,
  player: number,
): Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }> {
  const authorization = `Bearer ${await sign(playerName(player))}`;
  const response = await fetch(`${service.url}/api/game/metadata`, { headers: { authorization } });
  const { date, 'content-length': length, ...headers } = response.headers.toJSON();
  const body = await response.text();
  const expected = `{"statusCode":200,"data":{"playerId":"${playerName(player)}","sequentialId":${player},"metadata":${metadata}}}`;
  if (body !== expected) throw new Error(`the service answers ${body}`);
  return { body, headers };
}
