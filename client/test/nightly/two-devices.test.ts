// Two devices of one player with random changes, offline and online at random, behind a network with faults, or one that loses each
// first attempt while other installations write and time passes. Listeners change the save, too. Changes of different paths and additions
// are all there in the end, in the order of the calls.
import { expect, test } from 'bun:test';
import { engines, type TestEngine } from '../../../test/harness/engines.ts';
import { type FaultProxy, startFaultProxy } from '../../../test/harness/fault-proxy.ts';
import { amount } from '../../../test/harness/nightly.ts';
import { type Random, seed, seeded } from '../../../test/harness/seeded.ts';
import { type Service, startService } from '../../../test/harness/service.ts';
import type { Conflict, Save, SaveStorage } from '../../src/index.ts';
import { createDevice, type Device, settle, until } from '../devices.ts';
import { memoryStorage } from '../under-test.ts';
import { createOtherInstallations } from './other-installations.ts';

const schedules = amount(8, 1_000);
const steps = 24;

interface Expected {
  gold: number;
  readonly log: string[];
  readonly own: Record<string, unknown>;
}

interface Game {
  readonly name: string;
  readonly storage: SaveStorage;
  device: Device;
  save: Save;
  readonly expected: Expected;
}

/** One random change of the device's own member, or an addition to what both share. */
async function change({ name, save, expected }: Game, random: Random, step: number): Promise<void> {
  const value = `${name}${step}`;
  switch (random(6)) {
    case 0:
      expected.gold += 5;
      await save.increment('/gold', 5);
      break;
    case 1:
      expected.log.push(value);
      await save.append('/log', value);
      break;
    case 2:
      expected.own.merged = value;
      await save.merge({ [name]: { merged: value } });
      break;
    case 3:
      expected.own[`p${step % 3}`] = [value];
      expected.gold += 1;
      await save.patch([
        { op: 'add', path: `/${name}/p${step % 3}`, value: [value] },
        { op: 'increment', path: '/gold', by: 1 },
      ]);
      break;
    case 4: {
      expected.own.set = value;
      const data = save.data as unknown as Record<string, object>;
      await save.update(() => ({ ...data, [name]: { ...data[name], set: value } }) as never);
      break;
    }
    default:
      await Bun.sleep(random(15));
  }
}

const initial = { gold: 0, log: [], a: {}, b: {} };

/** Begins a game, or begins it again from what is on its device, with a clock that may be wrong. */
async function begin(game: Pick<Game, 'storage'>, proxy: FaultProxy, player: string, skew: number) {
  const environment = { now: () => Date.now() + skew };
  const device = createDevice(proxy.url, player, { storage: game.storage, environment });
  const save = (await device.openSave({ initial })) as unknown as Save;
  return { device, save };
}

/** The times that may pass before a game begins again. */
const pauses = [1_000, 3_600_000, 21 * 86_400_000];

async function runDisjoint(service: Service, start: number, losesFirst: boolean): Promise<void> {
  const random = seeded(start);
  const player = `disjoint ${start}`;
  // With the two devices these are the sixteen that the service remembers.
  const others = createOtherInstallations(service, player, random, 14);
  const onFirst = losesFirst ? () => others.write() : undefined;
  const proxy = await startFaultProxy(service.url, start, 30, onFirst);
  const conflicts: Conflict[] = [];
  const refused: unknown[] = [];
  const follow = ({ save }: Pick<Game, 'save'>) => {
    save.on('conflict', (conflict) => conflicts.push(conflict));
    save.on('refused', (change) => refused.push(change));
  };
  /** What listeners add. */
  const answers: Promise<unknown>[] = [];
  let isAnswered = true;
  const rest = () => {
    isAnswered = false;
    return Promise.all(answers);
  };
  const listen = ({ name, save, expected }: Game) =>
    save.on('change', () => {
      if (!isAnswered || random(8) > 0) return;
      expected.gold += 1;
      const value = `${name} heard ${answers.length}`;
      expected.log.push(value);
      answers.push(save.increment('/gold', 1), save.append('/log', value));
    });
  const open = async (name: string): Promise<Game> => {
    const storage = memoryStorage();
    const game = { name, storage, expected: { gold: 0, log: [], own: {} } };
    return { ...game, ...(await begin(game, proxy, player, 0)) };
  };
  const games = [await open('a'), await open('b')] as const;
  for (const game of games) {
    follow(game);
    listen(game);
  }
  for (let step = 0; step < steps; step += 1) {
    for (const game of games) {
      game.device.isOnline = random(3) > 0;
      if (random(4) > 0) await change(game, random, step);
      if (!losesFirst || random(6) > 0) continue;
      await rest();
      await game.save.close();
      const pause = pauses[random(pauses.length)] ?? 0;
      service.clock.advance(pause);
      Object.assign(game, await begin(game, proxy, player, random(2) === 0 ? pause : -pause));
      follow(game);
      listen(game);
      isAnswered = true;
    }
  }
  await rest();
  for (const { device } of games) device.isOnline = true;
  for (const { save } of games) await settle(save);
  proxy.mend();
  await others.rest();
  for (const { device } of games) device.tell('wake');
  const [one, two] = games;
  await until(() => Bun.deepEquals(one.save.data, two.save.data) && two.save.status === 'saved');
  const stored = await others.record();
  expect([start, one.save.data as unknown]).toEqual([start, stored]);
  const [a, b] = [one.expected, two.expected];
  expect([start, stored.gold, stored.a, stored.b]).toEqual([start, a.gold + b.gold, a.own, b.own]);
  expect([start, stored.others ?? 0]).toEqual([start, others.writes]);
  for (const { name, expected } of games) {
    const own = (stored.log as string[]).filter((entry) => entry.startsWith(name));
    expect([start, own]).toEqual([start, expected.log]);
  }
  expect([start, conflicts, refused]).toEqual([start, [], []]);
  await Promise.all(games.map(({ save }) => save.close()));
  await proxy.stop();
}

for (const engine of engines) {
  for (const [network, losesFirst] of [
    ['faults', false],
    ['every first attempt lost', true],
  ] as const) {
    test(
      `both devices end with all changes on ${engine.name}, ${network} (seed ${seed})`,
      () => runAll(engine, (service, start) => runDisjoint(service, start, losesFirst)),
      amount(300_000, 3_600_000),
    );
  }
}

/** Runs all schedules, four at once. */
async function runAll(
  engine: TestEngine,
  run: (service: Service, start: number) => Promise<void>,
): Promise<void> {
  const service = await startService({ engine });
  try {
    for (let first = 0; first < schedules; first += 4) {
      await Promise.all(Array.from({ length: 4 }, (_, index) => run(service, seed + first + index)));
    }
  } finally {
    await service.stop();
  }
}
