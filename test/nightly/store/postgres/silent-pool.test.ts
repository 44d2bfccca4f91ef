// The number of connections after a silent time: attempts to connect are made beside those that have not answered yet.
import { expect, test } from 'bun:test';
import type { SQL } from 'bun';
import { createConnectionPool } from '../../../../src/store/postgres/connection-pool.ts';
import { StoreSilent } from '../../../../src/store/postgres/silence.ts';
import { until } from '../../../harness/until.ts';

/** Connections that open and close as the test says, since no server stays silent for a known part of its connections. */
function createServer() {
  const opened = new Set<SQL>();
  const answers: (() => void)[] = [];
  const refusals: (() => void)[] = [];
  return {
    opened,
    answers,
    refusals,
    async open(): Promise<SQL> {
      const connection = {
        close: async () => {
          opened.delete(connection);
        },
      } as unknown as SQL;
      await new Promise<void>((resolve, reject) => {
        refusals.push(() => reject(new Error('refused')));
        answers.push(resolve);
      });
      opened.add(connection);
      return connection;
    },
  };
}

test('a pool keeps its bound when the server answers again', async () => {
  const server = createServer();
  const pool = createConnectionPool({
    isStandby: async () => false,
    ...server,
    count: 2,
    timeoutMilliseconds: 10_000,
  });
  const answerAll = () => server.answers.splice(0).forEach((answer) => void answer());

  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const taken: SQL[] = [];
  const works = held.map(({ promise }) =>
    pool.withConnection((connection) => {
      taken.push(connection);
      return promise;
    }),
  );
  answerAll();
  await until(() => taken.length === 2);

  pool.discardSilent(taken[0] as SQL, true);
  held[0]?.resolve();
  // The second attempt comes a second after the first one, and the other connection has not answered yet.
  await until(() => server.answers.length === 2);
  answerAll();
  held[1]?.resolve();
  await Promise.all(works);
  expect(await pool.withConnection(async () => 'served')).toBe('served');
  expect(server.opened.size).toBe(2);
  await pool.close(1);
});

test('a refused attempt makes no caller wait for those that still hang', async () => {
  const server = createServer();
  const pool = createConnectionPool({
    isStandby: async () => false,
    ...server,
    count: 2,
    timeoutMilliseconds: 300,
  });
  const first = pool.withConnection(async (connection) => {
    pool.discardSilent(connection, true);
  });
  server.answers.pop()?.();
  await first;
  await until(() => server.answers.length === 2);
  server.refusals.pop()?.();
  await Promise.resolve();
  await expect(pool.withConnection(async () => 'served')).rejects.toBeInstanceOf(StoreSilent);
  server.answers[0]?.();
  await until(() => server.opened.size > 0);
  expect(await pool.withConnection(async () => 'served')).toBe('served');
  await pool.close(1);
});
