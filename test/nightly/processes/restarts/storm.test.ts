// The return of PostgreSQL after an outage, with many real clients that have made changes meanwhile: all of them come back by
// themselves and soon, in the sessions that they had, and each change is in the database once.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { platformEnvironment } from '../../../../client/src/environment.ts';
import type { PlaySession, Save } from '../../../../client/src/index.ts';
import { createDevice, settle, until } from '../../../../client/test/devices.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { startPostgres } from '../../../harness/postgres.ts';
import { startProcess } from '../../../harness/process.ts';

const players = amount(60, 1_000);
/** Long enough for the longest pauses of a client whose time runs faster. */
const leastAwayMilliseconds = amount(2_000, 20_000);
const hurry = 100;
/** The time of the clients, not of the test. */
const backMilliseconds = 20_000;

interface Game {
  readonly save: Save<{ coins: number }>;
  readonly session: PlaySession;
  /** The pauses for which a service that answers was left alone. */
  readonly pauses: number[];
  readonly problems: unknown[];
  coins: number;
}

async function startGame(url: string, index: number): Promise<Game> {
  const pauses: number[] = [];
  const device = createDevice(url, `player ${index}`, {
    environment: {
      random: () => 0.999,
      sleep(milliseconds, signal) {
        const isRest = milliseconds >= 250_000;
        if (!isRest) pauses.push(milliseconds);
        return platformEnvironment.sleep(isRest ? milliseconds : milliseconds / hurry, signal);
      },
    },
  });
  const session = await device.sessions.play({ onActive: 'replace' });
  await until(() => session.state === 'active');
  const save = await device.openSave({ initial: { coins: 0 }, session });
  await settle(save);
  const game: Game = { save, session, pauses, problems: [], coins: 0 };
  save.on('refused', (change) => game.problems.push(change));
  for (const state of ['superseded', 'ended'] as const) session.on(state, () => game.problems.push(state));
  return game;
}

async function earn(game: Game): Promise<void> {
  await game.save.increment('/coins', 1);
  game.coins += 1;
}

test(
  `${players} clients come back after an outage of the database, with every coin`,
  async () => {
    using folder = temporaryDirectory();
    const postgres = await startPostgres();
    const DATABASE_URL = postgres.url('postgres');
    const environment = { DATABASE_URL, NODE_ENV: 'production', HOST: '127.0.0.1' };
    const service = await startProcess(environment, folder.directory);
    const games = await Promise.all(Array.from({ length: players }, (_, n) => startGame(service.url, n)));
    const sessions = games.map(({ session }) => session.sessionId);
    // Some requests are under way at the kill, with an outcome that nobody knows.
    for (const game of games) await earn(game);
    await postgres.killAll();
    const killedAt = performance.now();
    const areStormed = () => games.every(({ pauses }) => pauses.filter((each) => each >= 16_000).length >= 3);
    while (performance.now() - killedAt < leastAwayMilliseconds || !areStormed()) {
      await Promise.all(games.map(earn));
      await Bun.sleep(200);
    }
    expect(games.filter(({ save }) => save.status !== 'waiting')).toEqual([]);
    expect(new Set(games.map(({ save }) => save.error?.code))).toEqual(new Set(['unavailable']));

    await postgres.restart();
    await until(() => games.every(({ save }) => save.status === 'saved'));
    expect(Math.max(...games.flatMap(({ pauses }) => pauses))).toBeLessThanOrEqual(backMilliseconds);
    expect(games.flatMap(({ problems }) => problems)).toEqual([]);
    expect(games.map(({ session }) => session.sessionId)).toEqual(sessions);
    const sql = new SQL(DATABASE_URL, { max: 1 });
    const rows: { name: string; coins: number }[] = await sql.unsafe(
      "SELECT player_id AS name, (text::json ->> 'coins')::int AS coins FROM metadata",
    );
    await sql.close();
    const stored = new Map(rows.map(({ name, coins }) => [name, coins]));
    expect(games.map((_, n) => stored.get(`player ${n}`))).toEqual(games.map(({ coins }) => coins));
    for (const { save, session } of games) {
      await save.close();
      await session.end();
    }
    service.signal('SIGTERM');
    expect(await service.exited).toBe(0);
    await postgres.stop();
  },
  amount(300_000, 600_000),
);
