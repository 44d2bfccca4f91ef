// Random schedules of the tabs of one browser, with slow messages, a slow storage and a network with faults: tabs change the save, are
// opened and closed, sleep and wake up, and the one that sends dies. Each change that was kept is in the record once, in the order of its
// tab. Without the locks of a browser, where no tab knows whether another one sends, the order is any.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Save } from '../../../../client/src/index.ts';
import type { JsonObject } from '../../../../client/src/record.ts';
import { createDevice, type Device, settle, until } from '../../../../client/test/devices.ts';
import { around, sharedStorage } from '../../../../client/test/shared-storage.ts';
import { startSuite } from '../../../../client/test/suite.ts';
import { playLocks } from '../../../../client/test/web-locks.ts';
import { paths } from '../../../harness/api.ts';
import { startFaultProxy } from '../../../harness/fault-proxy.ts';
import { amount } from '../../../harness/nightly.ts';
import { type Random, seed, seeded } from '../../../harness/seeded.ts';

const schedules = amount(6, 300);
const steps = 24;
const mostTabs = 3;

interface Life {
  isDead: boolean;
}

interface Tab {
  readonly life: Life;
  readonly device: Device;
  readonly save: Save<JsonObject>;
  readonly made: string[];
}

const { service } = startSuite();
const never = new Promise<never>(() => undefined);
const RealChannel = globalThis.BroadcastChannel;
let locks: ReturnType<typeof playLocks> | undefined;
/** Of the tab that is being opened. */
let opened: { readonly life: Life; readonly random: Random };

/** A channel whose messages come late, in their order. A dead tab neither tells nor hears. */
class SlowChannel {
  readonly #channel: BroadcastChannel;
  readonly #life = opened.life;
  onmessage: (event: Parameters<NonNullable<BroadcastChannel['onmessage']>>[0]) => void = () => undefined;

  constructor(name: string) {
    const { random } = opened;
    let isClosed = false;
    let last: Promise<unknown> = Promise.resolve();
    this.#channel = new RealChannel(name);
    this.close = () => {
      isClosed = true;
      this.#channel.close();
    };
    this.#channel.onmessage = (event) => {
      const delay = random(3) * random(6);
      last = last
        .then(() => Bun.sleep(delay))
        .then(() => isClosed || this.#life.isDead || this.onmessage(event));
    };
  }

  readonly close: () => void;

  postMessage(message: unknown): void {
    if (!this.#life.isDead) this.#channel.postMessage(message);
  }
}

beforeAll(() => {
  Object.defineProperty(globalThis.navigator, 'locks', { get: () => locks, configurable: true });
  globalThis.BroadcastChannel = SlowChannel as never;
});
afterAll(() => {
  globalThis.BroadcastChannel = RealChannel;
  Reflect.deleteProperty(globalThis.navigator, 'locks');
});

async function openTab(url: string, name: string, shared: ReturnType<typeof sharedStorage>, random: Random) {
  const life: Life = { isDead: false };
  const living = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (life.isDead) return never;
    const result = await act();
    return life.isDead ? never : result;
  };
  /** Steps take their places in the order of the calls. */
  let last: Promise<unknown> = Promise.resolve();
  const storage = around(shared, async (_, act) => {
    const [before, after] = [random(6), random(4) * random(8)];
    const acted = last.then(() => Bun.sleep(before)).then(() => living(act));
    last = acted.catch(() => undefined);
    const result = await acted;
    await Bun.sleep(after);
    return living(async () => result);
  });
  const fetching = ((input: string, init: RequestInit) => living(() => fetch(input, init))) as typeof fetch;
  opened = { life, random };
  const device = createDevice(url, name, { storage, fetch: fetching });
  const save = await device.openSave<JsonObject>({ initial: { gold: 0, log: [] } });
  return { life, device, save, made: [] } satisfies Tab;
}

/** @returns all tabs that were open, and the names of the changes that were kept */
async function play(url: string, name: string, random: Random) {
  const storage = sharedStorage();
  const [tabs, kept]: [Tab[], Set<string>] = [[], new Set()];
  /** In the order of their claims to send. */
  const living: Tab[] = [];
  const open = async () => {
    const tab = await openTab(url, name, storage, random);
    tabs.push(tab);
    living.push(tab);
  };
  const change = ({ save, made }: Tab, step: number) => {
    const value = `${step}`;
    made.push(value);
    const operations = [
      { op: 'append', path: '/log', value },
      { op: 'increment', path: '/gold', by: 1 },
    ] as const;
    void save.patch(operations).then(() => kept.add(value));
  };
  for (let step = 0; step < steps; step += 1) {
    const tab = living[random(living.length)];
    const choice = random(20);
    if (tab === undefined || (choice === 0 && living.length < mostTabs)) await open();
    else if (choice === 1 && living.length > 1) {
      living.splice(living.indexOf(tab), 1);
      await tab.save.close();
    } else if (choice === 2 && locks && living.length > 1) {
      const sender = living.shift() as Tab;
      sender.life.isDead = true;
      locks.kill(`playkeep ${url} ${name}`);
    } else if (choice === 3) tab.device.tell(random(2) === 0 ? 'sleep' : 'wake');
    else if (choice < 6) void settle(tab.save as never).catch(() => undefined);
    else change(tab, step);
    if (living.length < 2) await open();
    if (random(2) === 0) await Bun.sleep(random(30));
  }
  return { tabs, living, kept };
}

test.each([true, false])(
  `tabs that come, go and die keep each change once and in order (with locks: %p, seed ${seed})`,
  async (hasLocks) => {
    for (let start = seed; start < seed + schedules; start += 1) {
      locks = hasLocks ? playLocks() : undefined;
      const random = seeded(start);
      const name = `schedule ${start} ${hasLocks}`;
      const proxy = await startFaultProxy(service().url, start, 8);
      const { tabs, living, kept } = await play(proxy.url, name, random);
      proxy.mend();
      // All leaves by itself, also what nobody waits for.
      for (const { save } of living) await until(() => save.status === 'saved');
      for (const { save } of living) await settle(save as never);
      const record = (await service().as(name, 'GET', paths.metadata)).body.data.metadata;
      const log: readonly string[] = record.log;
      expect([start, new Set(log).size, record.gold]).toEqual([start, log.length, log.length]);
      expect([start, [...kept].filter((value) => !log.includes(value))]).toEqual([start, []]);
      for (const { made } of tabs) {
        const own = log.filter((value) => made.includes(value));
        const inOrder = made.filter((value) => own.includes(value));
        if (hasLocks) expect([start, own]).toEqual([start, inOrder]);
      }
      for (const { save } of living) {
        await until(() => Bun.deepEquals(save.data as unknown, record));
        expect(save.pending()).toBeNull();
      }
      await Promise.all(living.map(({ save }) => save.close()));
      await proxy.stop();
    }
  },
  amount(60_000, 1_800_000),
);
