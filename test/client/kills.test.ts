// A game on plain Node whose save is in files is killed at random moments, behind a network that loses and repeats. Every change
// that was kept is in the service's record exactly once, in order, and nothing else is.
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { engines, temporaryDirectory } from '../harness/engines.ts';
import { startFaultProxy } from '../harness/fault-proxy.ts';
import { amount } from '../harness/nightly.ts';
import { seed, seeded } from '../harness/seeded.ts';
import { signTestToken, startService } from '../harness/service.ts';
import { builtClient } from './built-client.ts';
import { checkRecord, hear, type ToldChanges } from './told-changes.ts';

/** On each engine. */
const kills = amount(20, 500);
const game = join(import.meta.dir, 'killed-game.mjs');

/** The moment of a kill: so long after so many changes were kept. With `undefined` it comes so long after the start. */
interface Life {
  readonly kept: number | undefined;
  readonly milliseconds: number;
}

/** Runs the game until it is killed, or until its end. */
async function play(command: readonly string[], told: ToldChanges, life: Life | undefined): Promise<string> {
  const child = Bun.spawn(['node', game, ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
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

for (const engine of engines) {
  test(
    `a game that is killed loses and repeats no change on ${engine.name} (seed ${seed})`,
    async () => {
      const module = await builtClient();
      const random = seeded(seed);
      const service = await startService({ engine });
      using files = temporaryDirectory();
      let kept = 0;
      let faults = 0;
      try {
        // A player for each twenty kills, so that the log stays short.
        for (let done = 0; done < kills; done += 20) {
          const player = `player ${done}`;
          const folder = join(files.directory, String(done));
          const token = await signTestToken(player);
          const proxy = await startFaultProxy(service.url, random(2 ** 31));
          const told: ToldChanges = { made: [], kept: new Set() };
          const command = (...rest: string[]) => [module, proxy.url, token, folder, ...rest];
          for (let kill = 0; kill < Math.min(20, kills - done); kill += 1) {
            const first = String((told.made.at(-1) ?? 0) + 1);
            await play(command(first), told, lifeOf(random));
          }
          proxy.mend();
          expect(await play(command('0', 'finish'), told, undefined)).toBe('open true\nfinished\n');
          await proxy.stop();
          const { body } = await service.as(player, 'GET', '/api/game/metadata');
          checkRecord(body.data.metadata, told);
          kept += told.kept.size;
          faults += Object.values(proxy.counts).reduce((sum, count) => sum + count, 0);
        }
        expect(kept).toBeGreaterThan(4 * kills);
        expect(faults).toBeGreaterThan(kills / 2);
      } finally {
        await service.stop();
      }
    },
    amount(120_000, 3_600_000),
  );
}
