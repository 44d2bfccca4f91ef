// A game on plain Node, or on .NET, whose save is in files is killed at random moments, behind a network that loses and repeats, or that loses the
// first attempt of each request while other installations write. Every change that was kept is in the service's record exactly once,
// in order, and nothing else is.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { engines, temporaryDirectory } from '../../../test/harness/engines.ts';
import { startFaultProxy } from '../../../test/harness/fault-proxy.ts';
import { amount } from '../../../test/harness/nightly.ts';
import { type Random, seed, seeded } from '../../../test/harness/seeded.ts';
import { type Service, signTestToken, startService } from '../../../test/harness/service.ts';
import { builtClient } from '../built-client.ts';
import { dotnetHost, isDotnet } from '../under-test.ts';
import { createOtherInstallations } from './other-installations.ts';
import { checkRecord, hear, type ToldChanges } from './told-changes.ts';

/** On each engine. */
const kills = amount(20, 500);
/** The program of the game, on plain Node or .NET. It takes the same arguments, but for the module of the client. */
const game = isDotnet
  ? [...dotnetHost, 'game']
  : ['node', join(import.meta.dir, 'killed-game.mjs'), await builtClient()];

/** The moment of a kill: so long after so many changes were kept. With `undefined` it comes so long after the start. */
interface Life {
  readonly kept: number | undefined;
  readonly milliseconds: number;
}

/** Runs the game until it is killed, or until its end. */
async function play(command: readonly string[], told: ToldChanges, life: Life | undefined): Promise<string> {
  const child = Bun.spawn([...game, ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let timer: Timer | undefined;
  const begin = () => {
    timer ??= setTimeout(() => child.kill('SIGKILL'), life?.milliseconds);
  };
  if (life && life.kept === undefined) begin();
  let output = '';
  const decoder = new TextDecoder();
  for await (const bytes of child.stdout) {
    output += decoder.decode(bytes, { stream: true });
    if (life?.kept !== undefined && output.split('kept').length > life.kept) begin();
  }
  clearTimeout(timer);
  await child.exited;
  hear(told, output);
  return output;
}

/** Every fifth game is killed while it begins. */
const lifeOf = (random: (below: number) => number): Life =>
  random(5) === 0
    ? { kept: undefined, milliseconds: 40 + random(250) }
    : { kept: 1 + random(20), milliseconds: random(30) };

/** The times that pass between two lives, by the clocks of the device and of the service. */
const pauses = [1_000, 3_600_000, 21 * 86_400_000];

interface World {
  readonly service: Service;
  readonly random: Random;
  /** Is the first attempt of each request lost, while other installations write? */
  readonly losesFirst: boolean;
}

/**
 * One player whose game is killed so often, and more often until there were faults, since a game that starts slowly makes few attempts
 * in its life. @returns how many changes were kept, the least of that, and how many faults there were
 */
async function playKilledGames({ service, random, losesFirst }: World, player: string, lives: number) {
  using files = temporaryDirectory();
  const folder = join(files.directory, 'saves');
  const token = await signTestToken(player);
  const others = createOtherInstallations(service, player, random);
  const onFirst = losesFirst ? () => others.write() : undefined;
  const proxy = await startFaultProxy(service.url, random(2 ** 31), losesFirst ? 10 : 50, onFirst);
  const told: ToldChanges = { made: [], kept: new Set() };
  let skew = 0;
  let least = 0;
  const command = (...rest: string[]) => [...[proxy.url, token, folder, String(skew)], ...rest];
  const faults = () => Object.values(proxy.counts).reduce((sum, count) => sum + count, 0);
  for (let life = 0; life < lives || (faults() <= lives / 10 && life < 10 * lives); life += 1) {
    const first = String((told.made.at(-1) ?? 0) + 1);
    const next = lifeOf(random);
    await play(command(first), told, next);
    least += next.kept ?? 0;
    if (!losesFirst) continue;
    const pause = pauses[random(pauses.length)] ?? 0;
    service.clock.advance(pause);
    // A clock may be set back, too.
    skew = random(2) === 0 ? skew + pause : skew - pause;
  }
  proxy.mend();
  expect(await play(command('0', 'finish'), told, undefined)).toBe('open true\nfinished\n');
  await proxy.stop();
  await others.rest();
  const record = await others.record();
  checkRecord(record, told);
  expect(record.others ?? 0).toBe(others.writes);
  return { kept: told.kept.size, least, faults: faults() };
}

for (const [network, losesFirst] of [
  ['faults', false],
  ['every first attempt lost', true],
] as const) {
  for (const engine of engines) {
    test(
      `a game that is killed loses and repeats no change on ${engine.name}, ${network} (seed ${seed})`,
      async () => {
        const random = seeded(seed);
        const service = await startService({ engine });
        let [kept, least, faults] = [0, 0, 0];
        try {
          // A player for each twenty kills, so that the log stays short.
          for (let done = 0; done < kills; done += 20) {
            const world = { service, random, losesFirst };
            const outcome = await playKilledGames(world, `player ${done}`, Math.min(20, kills - done));
            kept += outcome.kept;
            least += outcome.least;
            faults += outcome.faults;
          }
        } finally {
          await service.stop();
        }
        expect(least).toBeGreaterThan(kills);
        expect(kept).toBeGreaterThanOrEqual(least);
        expect(faults).toBeGreaterThan(kills / 10);
      },
      amount(300_000, 3_600_000),
    );
  }
}
