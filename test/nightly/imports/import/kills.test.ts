// An import that is killed at any moment and run again: the database has what one undisturbed run gives.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Environment } from '../../../../src/config/settings.ts';
import { manualClock } from '../../../harness/clock.ts';
import { examine } from '../../../harness/doctor.ts';
import { engines } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { seed, seeded } from '../../../harness/seeded.ts';
import { openStoreOn } from '../../../harness/store.ts';
import { describeAll, registerSome } from './random-players.ts';

const count = 150;

interface Moment {
  readonly batches: number;
  readonly milliseconds: number;
}

/** Runs an import in a process, and kills it after so many batches and milliseconds. @returns its last line, if it came to it */
async function run(environment: Environment, kill?: Moment): Promise<string | undefined> {
  const program = join(import.meta.dir, 'import-process.ts');
  const child = Bun.spawn([process.execPath, '--no-env-file', program, String(seed), String(count)], {
    env: { PATH: process.env.PATH, ...environment },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let output = '';
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    const before = batchesIn(output);
    output += chunk;
    if (kill && before <= kill.batches && batchesIn(output) > kill.batches)
      setTimeout(() => child.kill('SIGKILL'), kill.milliseconds);
  }
  await child.exited;
  return output.split('\n').find((line) => line.startsWith('{'));
}

/** The process writes a line for each batch, and one before the first. */
const batchesIn = (output: string): number => output.split('\n').filter((line) => line === 'batch').length;

for (const engine of engines) {
  test(`an import on ${engine.name} may be killed at any moment and run again, from seed ${seed}`, async () => {
    const clock = manualClock();
    const random = seeded(seed);
    const databases = await Promise.all([engine.create(), engine.create()]);
    const [undisturbed, killed] = databases;
    const onStore = async <T>({ environment }: typeof killed, work: Parameters<typeof withStore<T>>[2]) =>
      withStore(environment, clock, work);
    try {
      for (const database of databases) await onStore(database, (store) => registerSome(store, count));
      expect(JSON.parse((await run(undisturbed.environment)) ?? '{}')).toMatchObject({
        read: count,
        complete: true,
      });
      let kills = 0;
      // A parent that stood still has killed nothing in time.
      for (let n = 0; n < amount(6, 40) || (kills === 0 && n < 60); n += 1) {
        const moment = { batches: random(18), milliseconds: random(8) };
        if ((await run(killed.environment, moment)) === undefined) kills += 1;
      }
      expect(kills).toBeGreaterThan(0);
      expect(JSON.parse((await run(killed.environment)) ?? '{}')).toMatchObject({
        read: count,
        complete: true,
      });
      const expected = await onStore(undisturbed, (store) => describeAll(store, count));
      expect(await onStore(killed, (store) => describeAll(store, count))).toEqual(expected as never);
      expect(JSON.parse((await run(killed.environment)) ?? '{}')).toMatchObject({ present: count });
      expect(await onStore(killed, (store) => describeAll(store, count))).toEqual(expected as never);
      expect((await examine(killed.environment, clock)).findings).toEqual([]);
    } finally {
      for (const database of databases) await database.remove();
    }
  }, 600_000);
}

async function withStore<T>(
  environment: Environment,
  clock: ReturnType<typeof manualClock>,
  work: (store: Awaited<ReturnType<typeof openStoreOn>>) => Promise<T>,
): Promise<T> {
  const store = await openStoreOn(environment, clock);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
