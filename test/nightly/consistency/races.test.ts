// Three processes on one database at once: the guarantees hold between them as they do within one.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { paths } from '../../harness/api.ts';
import { engines, type TestDatabase } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../harness/process.ts';

const rounds = amount(60, 200);
const starters = 16;

for (const engine of engines) {
  test(`processes that start together on a new ${engine.name} database migrate it once`, async () => {
    const database = await engine.create({ migrated: false });
    const run = () => runProgram(['migrate'], database.environment, database.directory);
    const runs = await Promise.all(Array.from({ length: 8 }, run));
    // Where the machine is busy, the others say that they wait.
    const waits = 'playkeep: another process brings the database to its schema; waiting for it\n';
    const told = runs.map(({ status, stderr }) => [status, stderr.replace(waits, '')]);
    expect(told).toEqual(runs.map(() => [0, '']));
    expect(runs.filter((each) => each.stdout.startsWith('applied'))).toHaveLength(1);
    await database.remove();
  }, 120_000);

  describe(`three processes on ${engine.name}`, () => {
    let database: TestDatabase;
    let processes: ServiceProcess[];
    beforeAll(async () => {
      database = await engine.create();
      const start = async () => await startProcess(database.environment, database.directory);
      processes = await Promise.all([start(), start(), start()]);
    }, 180_000);
    afterAll(async () => {
      for (const each of processes) each.signal('SIGTERM');
      await Promise.all(processes.map((each) => each.exited));
      await database.remove();
    });

    const any = (n: number): ServiceProcess => processes[n % processes.length] as ServiceProcess;
    const statuses = (answers: readonly { status: number }[], status: number) =>
      answers.filter((answer) => answer.status === status).length;

    test(`${starters} concurrent starts of one player, ${rounds} times: exactly one succeeds each time`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: starters }, (_, n) => any(n).as('ann', 'POST', paths.start)),
        );
        expect([round, statuses(answers, 200), statuses(answers, 400)]).toEqual([round, 1, starters - 1]);
        const stops = await Promise.all([0, 1, 2, 3].map((n) => any(n).as('ann', 'POST', paths.stop)));
        expect([round, statuses(stops, 200), statuses(stops, 400)]).toEqual([round, 1, 3]);
      }
    }, 120_000);
  });
}
