// A roll of the processes while players play on persistent and on new connections: no request fails, and each change happens once.
import { describe, expect, test } from 'bun:test';
import { amount } from '../harness/nightly.ts';
import { runProgram } from '../harness/process.ts';
import { startPlaying } from '../restarts/players.ts';
import { askAnew, startSeveral, until } from './several.ts';

const requests = amount(3_000, 100_000);
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
    amount(120_000, 600_000),
  );

  test('that is asked for twice during a roll follows once', async () => {
    await using service = await startSeveral();
    const reload = () => runProgram(['reload'], service.environment, service.directory);
    const rolling = reload();
    await service.logged('the processes are replaced in turns');
    const others = await Promise.all([reload(), reload()]);
    expect([...others, await rolling].map(({ status }) => status)).toEqual([0, 0, 0]);
    const rolls = service.lines().filter(({ msg }) => msg === rolled).length;
    // The two may have come one after the other, each in a roll of its own.
    expect([2, 3]).toContain(rolls);
    await until(() => service.processes().length === 2);
  }, 60_000);
});
