// A game in Godot is killed at random moments, behind a network that loses the first attempt of each write and repeats others, on
// a device whose clock is set, while other installations write. Every change that was kept is in the service's record exactly once,
// in order, and nothing else is. Without Godot the test is skipped.
import { describe, expect, test } from 'bun:test';
import { createOtherInstallations } from '../../../../client/test/nightly/other-installations.ts';
import { checkRecord, hear, type ToldChanges } from '../../../../client/test/nightly/told-changes.ts';
import { startFaultProxy } from '../../../harness/fault-proxy.ts';
import { type GodotProject, godot, openGodotProject } from '../../../harness/godot.ts';
import { amount } from '../../../harness/nightly.ts';
import { type Random, seed, seeded } from '../../../harness/seeded.ts';
import { signTestToken, startService } from '../../../harness/service.ts';

const kills = amount(20, 200);
const scene = 'res://tests/save/game.tscn';
/** The time passes for the device or the service by so many seconds. */
const jumps = [0, 1, 3_600, 21 * 86_400];

/** The moment of a kill: so long after so many changes were kept. With `undefined` it comes so long after the start. */
interface Life {
  readonly kept: number | undefined;
  readonly milliseconds: number;
}

/** Every fifth game is killed while it begins. */
const lifeOf = (random: Random): Life =>
  random(5) === 0
    ? { kept: undefined, milliseconds: 300 + random(700) }
    : { kept: 1 + random(30), milliseconds: random(60) };

/** Runs the game until it is killed, or until its end. */
async function play(
  project: GodotProject,
  home: string,
  args: readonly string[],
  told: ToldChanges,
  life: Life | undefined,
): Promise<string> {
  const child = project.start({ scene, args, home });
  const errors = new Response(child.stderr).text();
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
  expect(output).not.toContain('failed');
  expect(await errors).not.toContain('ERROR');
  return output;
}

describe.skipIf(godot === undefined)('the save of the client for Godot', () => {
  test(
    `a game that is killed loses and repeats no change (seed ${seed})`,
    async () => {
      const random = seeded(seed);
      const project = await openGodotProject();
      const service = await startService();
      let [kept, faults, losses] = [0, 0, 0];
      try {
        // A player for each twenty kills, so that the log stays short.
        for (let done = 0; done < kills; done += 20) {
          const lives = Math.min(20, kills - done);
          let lost = 0;
          const player = `player ${done}`;
          const home = project.newHome();
          const token = await signTestToken(player);
          const others = createOtherInstallations(service, player, random);
          const proxy = await startFaultProxy(service.url, random(2 ** 31), 10, async () => {
            lost += 1;
          });
          const told: ToldChanges = { made: [], kept: new Set() };
          // A lost request is a fault, too. A game that starts slowly makes few requests in its life.
          for (let kill = 0; kill < lives || (lost <= lives / 2 && kill < 10 * lives); kill += 1) {
            const first = String((told.made.at(-1) ?? 0) + 1);
            const skew = String(jumps[random(jumps.length)]);
            await play(project, home, [proxy.url, token, first, 'play', skew], told, lifeOf(random));
            if (random(4) === 0) await others.write();
            service.clock.advance(1_000 * (jumps[random(jumps.length)] ?? 0));
          }
          proxy.mend();
          const args = [proxy.url, token, '0', 'finish', '0'];
          const output = await play(project, home, args, told, undefined);
          expect(output).toMatch(/^open true\nfinished$/m);
          await proxy.stop();
          const record = await others.record();
          checkRecord(record, told);
          expect(record.others ?? 0).toBe(others.writes);
          kept += told.kept.size;
          losses += lost;
          faults += Object.values(proxy.counts).reduce((sum, count) => sum + count, 0);
        }
        expect(kept).toBeGreaterThan(4 * kills);
        expect(faults).toBeGreaterThan(kills / 2);
        expect(losses).toBeGreaterThan(kills / 2);
      } finally {
        await service.stop();
        project[Symbol.dispose]();
      }
    },
    amount(300_000, 3_600_000),
  );
});
