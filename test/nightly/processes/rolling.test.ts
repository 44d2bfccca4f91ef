// A roll of the processes while players play on persistent and on new connections: no request fails, and each change happens once.
import { describe, expect, test } from 'bun:test';
import { temporaryDirectory } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { startPostgres } from '../../harness/postgres.ts';
import { runProgram } from '../../harness/process.ts';
import { seed, seeded } from '../../harness/seeded.ts';
import { askAnew, startSeveral, until } from '../../processes/several.ts';
import { startCountedWrites } from './counted-writes.ts';
import { startPlaying } from './restarts/players.ts';

const requests = amount(3_000, 100_000);
const kills = amount(2, 20);
const rolled = 'all processes were replaced';

describe.skipIf(process.platform !== 'linux')('a roll', () => {
  test(
    `fails none of ${requests} reads and writes, nor a new connection beside them`,
    async () => {
      await using service = await startSeveral();
      const { played, stop } = startPlaying([service.url]);
      const first = service.processes();
      let [isOver, asked, rolls] = [false, 0, 0];
      const failures: unknown[] = [];
      // Probes on new connections. The service is ready all the time.
      const asking = (async () => {
        while (!isOver) {
          const answer = await askAnew(service.url, '/readyz').catch((error: Error) => error.message);
          if (typeof answer === 'string' || answer.status !== 200) failures.push(answer);
          asked += 1;
        }
      })();
      while (rolls < 2 || played.requests < requests) {
        rolls += 1;
        // Both ways to ask for one.
        if (rolls % 2 === 0) service.signal('SIGHUP');
        else {
          const reload = await runProgram(['reload'], service.environment, service.directory);
          expect(reload).toEqual({ status: 0, stdout: '2 processes were replaced\n', stderr: '' });
        }
        await service.logged(rolled, rolls);
      }
      isOver = true;
      await Promise.all([stop(), asking]);
      process.stderr.write(`${rolls} rolls, ${played.requests} requests, ${asked} new connections\n`);
      expect([...played.failures, ...failures]).toEqual([]);
      expect(asked).toBeGreaterThan(10);
      expect(service.processes()).toHaveLength(2);
      expect(service.processes().filter((pid) => first.includes(pid))).toEqual([]);
    },
    amount(300_000, 600_000),
  );

  test('that is asked for twice during a roll follows once', async () => {
    await using service = await startSeveral();
    const reload = () => runProgram(['reload'], service.environment, service.directory);
    const rolling = reload();
    await service.logged('the processes are replaced in turns');
    const others = await Promise.all([reload(), reload()]);
    expect([...others, await rolling].map(({ status }) => status)).toEqual([0, 0, 0]);
    // The last line may come after the answer to who asked for it.
    await service.logged(rolled, 2);
    const rolls = service.lines().filter(({ msg }) => msg === rolled).length;
    // The two may have come one after the other, each in a roll of its own.
    expect([2, 3]).toContain(rolls);
    await until(() => service.processes().length === 2);
  }, 180_000);

  test(
    `during which the database is killed ${kills} times takes no acknowledged write with it`,
    async () => {
      const server = await startPostgres();
      const { directory, remove } = temporaryDirectory();
      const database = {
        ...{ directory, remove: async () => remove() },
        environment: { DATABASE_URL: server.url('postgres'), DATABASE_POOL_SIZE: '8' },
      };
      try {
        await using service = await startSeveral({}, database);
        const compare = await startCountedWrites(service);
        const random = seeded(seed);
        for (let kill = 1; kill <= kills; kill += 1) {
          const before = service.processes();
          service.signal('SIGHUP');
          await service.logged('the processes are replaced in turns', kill);
          await Bun.sleep(random(1_500));
          await server.killAll();
          await Bun.sleep(random(1_000));
          await server.restart();
          await service.logged(rolled, kill);
          expect(service.processes().filter((pid) => before.includes(pid))).toEqual([]);
          expect(service.processes()).toHaveLength(2);
        }
        await until(async () => (await askAnew(service.url, '/readyz')).status === 200);
        await compare();
      } finally {
        await server.stop();
      }
    },
    amount(300_000, 600_000),
  );
});
