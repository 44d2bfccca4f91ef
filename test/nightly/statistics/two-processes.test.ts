// Two processes that count on one database while players play and sessions are imported: either is killed, or stopped for longer
// than its lease, at any moment. In the end all six routes give what the session rows give: nothing counts twice or is left out.
import { describe, expect, test } from 'bun:test';
import { engines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import type { ServiceProcess } from '../../harness/process.ts';
import { seed } from '../../harness/seeded.ts';
import { randomOf } from '../../statistics/imported.ts';
import { expectEqualRoutes, readRoute } from './compare-routes.ts';
import { type Pair, startPair, zone } from './pair.ts';

const kills = amount(4, 100);
const stops = amount(2, 20);

interface Pass {
  readonly holder: string | null;
  readonly version: number;
  readonly uncounted: number;
}

async function findPass({ tables }: Pair): Promise<Pass> {
  const [row] = await tables.run(
    `SELECT lease_holder, version, (SELECT count(*) FROM ended_sessions WHERE counted <> 1) AS uncounted
     FROM statistics_state WHERE id = 1`,
  );
  const holder = row?.lease_holder as string | null;
  return { holder, version: Number(row?.version), uncounted: Number(row?.uncounted) };
}

/** Is a pass under way that makes no step any more, and has sessions left to count? */
async function findStuck(pair: Pair): Promise<boolean> {
  const before = await findPass(pair);
  if (before.holder === null || before.uncounted === 0) return false;
  await Bun.sleep(200);
  const after = await findPass(pair);
  return after.holder === before.holder && after.version === before.version;
}

/** Waits until a pass is under way. It may have been too short to be seen, or none may begin, so the wait ends after ten seconds. */
async function untilPass(pair: Pair): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; ) {
    const { holder, uncounted } = await findPass(pair);
    if (uncounted === 0 || holder !== null) return;
  }
}

const ask = (member: ServiceProcess): void =>
  void readRoute((method, path, options) => member.call(method, path, options), '/online').catch(
    () => undefined,
  );

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Compares the answers of each process. The rows do not change meanwhile, but for expired sessions that are moved. */
async function expectFigures(pair: Pair): Promise<void> {
  for (const member of pair.members) {
    await pair.letMinutePass();
    await expectEqualRoutes({
      call: (method, path, options) => member.call(method, path, options),
      zone,
      first: dateOf(pair.beginning - 86_400_000),
      last: dateOf(Date.now() + 2 * 86_400_000),
      sessionsAt: await pair.readSessions(),
    });
  }
}

for (const engine of engines) {
  describe(`two processes that count on ${engine.name}`, () => {
    test(`count each session once when either is killed ${kills} times, from seed ${seed}`, async () => {
      const random = randomOf(seed);
      const pair = await startPair(engine, random);
      let passes = 0;
      try {
        const stopPlaying = pair.play();
        // A short run goes on until a kill has come in the middle of a pass.
        for (let kill = 0; kill < kills || (passes === 0 && kill < 10 * kills); kill += 1) {
          await pair.importRandom(800 + random(1_600));
          await pair.letMinutePass();
          const victim = random(2);
          ask(pair.members[victim] as ServiceProcess);
          if (random(2) === 0) ask(pair.members[1 - victim] as ServiceProcess);
          if (kill % 2 === 1) await untilPass(pair);
          await Bun.sleep(random(kill % 2 === 1 ? 20 : 150));
          await pair.replace(victim, async () => {
            if (await findStuck(pair)) passes += 1;
            await pair.letMinutePass();
          });
        }
        await stopPlaying();
        process.stderr.write(`${kills} kills on ${engine.name}, ${passes} of them in a pass\n`);
        await expectFigures(pair);
        expect(passes).toBeGreaterThan(0);
      } finally {
        await pair.close();
      }
    }, 1_800_000);

    test(`count each session once when one is stopped for longer than its lease, from seed ${seed}`, async () => {
      const random = randomOf(seed + 1);
      const pair = await startPair(engine, random);
      try {
        const [first, second] = pair.members as [ServiceProcess, ServiceProcess];
        for (let stop = 0; stop < stops; stop += 1) {
          await stopInPass(pair, first, random);
          await pair.letMinutePass();
          ask(second);
          while ((await findPass(pair)).uncounted > 0) await Bun.sleep(20);
          first.signal('SIGCONT');
        }
        await expectFigures(pair);
      } finally {
        await pair.close();
      }
    }, 600_000);
  });
}

/** Stops a process in the middle of a pass, but not in the middle of a transaction: others would wait for its locks. */
async function stopInPass(
  pair: Pair,
  member: ServiceProcess,
  random: (below: number) => number,
): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await pair.importRandom(1_500);
    await pair.letMinutePass();
    ask(member);
    // Where requests take long, the pass may begin later than the stop.
    if (attempt % 2 === 1) await untilPass(pair);
    await Bun.sleep(random(attempt % 2 === 1 ? 20 : 100));
    member.signal('SIGSTOP');
    if ((await findStuck(pair)) && (await pair.isUnlocked())) return;
    member.signal('SIGCONT');
  }
  throw new Error('no pass was under way');
}
