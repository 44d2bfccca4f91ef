// Saves of two or three devices on a running service behind a bad network, by seed: games that hand over a whole state, make
// operations, or both, and that are killed. Each value names all values that it came from, so it tells which changes are in it. The
// model of the rules, with more of them, is test/models/save_model.py.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startFaultProxy } from '../../test/harness/fault-proxy.ts';
import { amount } from '../../test/harness/nightly.ts';
import { type Random, seed, seeded } from '../../test/harness/seeded.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import type { Conflict, Save, SaveStorage } from '../src/index.ts';
import { createDevice, type Device, settle } from './devices.ts';
import { mortalStorage } from './shared-storage.ts';

interface State {
  own: Record<string, string>;
  shared: Record<string, string>;
  sum: number;
  log: string[];
}

type Kind = 'whole' | 'operations' | 'mixed';

const initial = (): State => ({ own: {}, shared: { x: 'i', y: 'i' }, sum: 0, log: [] });
const seeds = amount(20, 2_000);

/** One device with a game, which is killed and started again. */
class Game {
  save: Save<State> | undefined;
  state = initial();
  device: Device | undefined;
  private kill = (): void => undefined;
  readonly name: string;
  private readonly world: World;
  private readonly storage: ReturnType<typeof mortalStorage>;
  private readonly kind: Kind;

  constructor(world: World, name: string, kind: Kind) {
    this.world = world;
    this.name = name;
    this.kind = kind;
    this.storage = mortalStorage();
  }

  async start(): Promise<Save<State>> {
    const life = this.storage.begin();
    const device = createDevice(this.world.url, this.world.player, { storage: life.storage as SaveStorage });
    this.kill = () => {
      device.isOnline = false;
      life.end();
    };
    this.device = device;
    const { policy } = this.world;
    const save = await device.openSave<State>({
      initial: initial(),
      ...(policy !== 'none' && {
        resolve: (conflict: Conflict<State>) => {
          this.world.tell(conflict);
          return conflict[policy];
        },
      }),
    });
    save.on('conflict', (conflict) => this.world.tell(conflict));
    save.on('refused', ({ error }) => this.world.wrong.push(`refused: ${error.message} ${error.detail}`));
    this.save = save;
    this.state = save.load();
    return save;
  }

  /** What the game had not handed over is its own loss. */
  die(): void {
    this.kill();
    this.save = undefined;
  }

  async step(random: Random): Promise<void> {
    const save = this.save ?? (await this.start());
    const x = random(100);
    if (x < 55) this.kind === 'operations' ? await this.operate(save, random) : this.play(random);
    if (x >= 30 && x < 65 && this.kind !== 'operations') await this.handOver(save);
    else if (x < 70 && this.kind === 'mixed') await this.add(save, random);
    else if (x < 75 && this.device) this.device.isOnline = !this.device.isOnline;
    else if (x < 80) await save.flush().catch(() => undefined);
    else if (x < 85) await save.refresh().catch(() => undefined);
    else if (x < 90) this.die();
    else await save.flush().catch(() => undefined);
  }

  private follow(of: Record<string, string>, key: string): void {
    const before = of[key];
    of[key] = before === undefined ? this.world.token(this.name) : `${before}.${this.world.token(this.name)}`;
  }

  private play(random: Random): void {
    const what = random(4);
    if (what < 2) this.follow(this.state.own, this.name);
    else if (what === 2) this.follow(this.state.shared, random(2) === 0 ? 'x' : 'y');
    else this.state.log.push(this.world.token(this.name));
  }

  private async handOver(save: Save<State>): Promise<void> {
    const handed = structuredClone(this.state);
    await save.set(this.state);
    this.world.isDurable(handed);
    // A game that loads shows what others did.
    if (this.world.token('').endsWith('3')) this.state = save.load();
  }

  private async operate(save: Save<State>, random: Random): Promise<void> {
    if (random(2) === 0) return this.add(save, random);
    const { data } = await save
      .update((before) => {
        const next = structuredClone(before) as State;
        this.follow(random(2) === 0 ? next.own : next.shared, random(2) === 0 ? this.name : 'x');
        this.state = next;
        return next;
      })
      .then(() => ({ data: structuredClone(this.state) }));
    this.world.isDurable(data);
  }

  private async add(save: Save<State>, random: Random): Promise<void> {
    if (this.kind === 'mixed') await this.handOver(save);
    if (random(2) === 0) {
      const by = 1 + random(5);
      await save.increment('/sum', by);
      this.state.sum += by;
      this.world.sum += by;
    } else {
      const item = this.world.token(this.name);
      await save.append('/log', item);
      this.state.log.push(item);
      this.world.log.add(item);
    }
    if (this.kind === 'mixed') this.state = save.load();
  }
}

class World {
  readonly wrong: string[] = [];
  readonly log = new Set<string>();
  sum = 0;
  readonly url: string;
  readonly player: string;
  readonly policy: 'none' | 'merged' | 'mine' | 'theirs';
  private tokens = 0;
  private readonly values = new Map<string, Set<string>>();
  private readonly told: Conflict<State>[] = [];

  constructor(url: string, player: string, policy: World['policy']) {
    this.url = url;
    this.player = player;
    this.policy = policy;
  }

  token(name: string): string {
    this.tokens += 1;
    return `${name}${this.tokens}`;
  }

  tell(conflict: Conflict<State>): void {
    this.told.push(conflict);
  }

  isDurable({ own, shared, log }: State): void {
    for (const [of, members] of Object.entries({ own, shared })) {
      for (const [key, value] of Object.entries(members)) {
        const path = `/${of}/${key}`;
        this.values.set(path, (this.values.get(path) ?? new Set()).add(value));
      }
    }
    for (const item of log) this.log.add(item);
  }

  /** Each durable change is in the record, or a conflict told of it. */
  check(record: State): void {
    const contains = (value: string | undefined, other: string) => `${value}.`.startsWith(`${other}.`);
    const at = (state: State | null, path: string): string | undefined => {
      const [, of, key = ''] = path.split('/');
      return state?.[of as 'own' | 'shared'][key];
    };
    for (const [path, values] of this.values) {
      for (const value of values) {
        const wasTold = this.told.some(({ mine, theirs }) =>
          [mine, theirs].some((side) => contains(at(side, path), value)),
        );
        if (!contains(at(record, path), value) && !wasTold) {
          this.wrong.push(`${value} at ${path} is lost: the record has ${at(record, path)}`);
        }
      }
    }
    const isWhole = this.policy === 'mine' || this.policy === 'theirs';
    const letGo = isWhole && this.told.length > 0;
    for (const item of this.log) {
      const count = record.log.filter((one) => one === item).length;
      if (count > 1 || (count === 0 && !letGo)) this.wrong.push(`${item} is in the log ${count} times`);
    }
    if (record.sum !== this.sum && !letGo) this.wrong.push(`the sum is ${record.sum}, not ${this.sum}`);
  }
}

describe('a save of several devices behind a bad network', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({});
  });
  afterAll(() => service.stop());

  test.each(Array.from({ length: seeds }, (_, index) => seed + index))(
    'loses nothing, with seed %d',
    async (own) => {
      const random = seeded(own);
      const proxy = await startFaultProxy(service.url, own, 30);
      const policies = ['none', 'none', 'merged', 'mine', 'theirs'] as const;
      const world = new World(proxy.url, `seed ${own}`, policies[random(policies.length)] ?? 'none');
      const kinds: readonly Kind[] = ['whole', 'operations', 'mixed'];
      const games = Array.from(
        { length: 2 + random(2) },
        (_, index) => new Game(world, 'abc'[index] ?? '', kinds[random(3)] ?? 'whole'),
      );
      for (let step = 20 + random(60); step > 0; step -= 1) await games[random(games.length)]?.step(random);
      proxy.mend();
      for (const game of games) {
        if (!game.save) await game.start();
        if (game.device) game.device.isOnline = true;
      }
      // The second time round each device has heard of the last one.
      for (const round of [1, 2]) {
        for (const { save } of games) {
          save?.retry();
          if (save) await settle(save);
          if (round === 2) await save?.refresh();
        }
      }
      const record = await createDevice(service.url, world.player).metadata.get<State>();
      world.check(record.metadata);
      for (const { name, save } of games) {
        if (JSON.stringify(sorted(save?.data)) !== JSON.stringify(sorted(record.metadata))) {
          world.wrong.push(`${name} shows ${JSON.stringify(save?.data)}, the service has ${record.text}`);
        }
        if (save?.pending()) world.wrong.push(`${name} has something unsent`);
      }
      expect(world.wrong).toEqual([]);
      await Promise.all(games.map(({ save }) => save?.close()));
      await proxy.stop();
    },
  );
});

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, part]) => [key, sorted(part)]),
      )
    : value;
