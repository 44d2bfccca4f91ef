// More installations than the service remembers, and one whose storage was copied to a second device. No change is lost. One is
// applied again for each answer to it that was lost while sixteen others wrote, or while two devices have one id, and once where it
// was on the device that was copied.
import { expect, test } from 'bun:test';
import { engines, type TestEngine } from '../../../test/harness/engines.ts';
import { startFaultProxy } from '../../../test/harness/fault-proxy.ts';
import { amount } from '../../../test/harness/nightly.ts';
import { seed, seeded } from '../../../test/harness/seeded.ts';
import { type Service, startService } from '../../../test/harness/service.ts';
import type { Save } from '../../src/index.ts';
import { createDevice, settle, until } from '../devices.ts';
import { type CopyableStorage, copyableStorage } from '../items.ts';
import { createOtherInstallations } from './other-installations.ts';

const schedules = amount(2, 200);
/** The installations that the service remembers. */
const remembered = 16;

const numbersOf = (text: string): readonly number[] => [...text.matchAll(/\b\d{4,}\b/g)].map(Number);

interface Run {
  /** Numbers of all changes: each appends its own to the log. */
  readonly made: readonly number[];
  /** How often each may be there beside once. */
  readonly allowed: ReadonlyMap<number, number>;
  readonly log: readonly number[];
}

function allow(allowed: Map<number, number>, text: string): void {
  for (const number of new Set(numbersOf(text))) allowed.set(number, (allowed.get(number) ?? 0) + 1);
}

/** @returns how many changes were applied again */
function check({ made, allowed, log }: Run, start: number): number {
  expect([start, made.filter((number) => !log.includes(number))]).toEqual([start, []]);
  expect([start, log.filter((number) => !made.includes(number))]).toEqual([start, []]);
  const times = Map.groupBy(log, (number) => number);
  const tooOften = [...times].filter(([number, { length }]) => length > 1 + (allowed.get(number) ?? 0));
  expect([start, tooOften]).toEqual([start, []]);
  return log.length - times.size;
}

async function appendSome(save: Save, made: number[], count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    const number = 1_000 + made.length;
    made.push(number);
    await save.append('/log', number);
    await Bun.sleep(number % 4);
  }
}

/** A device among twenty that write. */
async function runTwenty(service: Service, start: number): Promise<number> {
  const random = seeded(start);
  const player = `twenty ${start}`;
  const others = createOtherInstallations(service, player, random, 20);
  const allowed = new Map<number, number>();
  const proxy = await startFaultProxy(service.url, start, 20, async (loss, body) => {
    const wrote = await others.write(random(3) === 0 ? 60 : 10);
    if (loss === 'dropAnswer' && wrote >= remembered) allow(allowed, body);
  });
  const save = (await createDevice(proxy.url, player).openSave({ initial: { log: [] } })) as unknown as Save;
  const made: number[] = [];
  for (let step = 0; step < 8; step += 1) {
    await appendSome(save, made, 1 + random(3));
    if (random(2) === 0) await settle(save);
  }
  await settle(save);
  proxy.mend();
  await save.close();
  await proxy.stop();
  await others.rest();
  const record = await others.record();
  expect([start, record.others]).toEqual([start, others.writes]);
  return check({ made, allowed, log: record.log as number[] }, start);
}

/** A device whose storage is copied to a second one while changes wait. */
async function runCopied(service: Service, start: number): Promise<number> {
  const random = seeded(start);
  const player = `copied ${start}`;
  const allowed = new Map<number, number>();
  // No later attempt is lost, so that each lost answer is counted.
  const proxy = await startFaultProxy(service.url, start, 0, async (loss, body) => {
    if (loss !== 'dropRequest') allow(allowed, body);
  });
  const open = async ({ storage }: CopyableStorage) => {
    const device = createDevice(proxy.url, player, { storage });
    const save = (await device.openSave({ initial: { log: [] } })) as unknown as Save;
    return { device, save };
  };
  const storage = copyableStorage();
  const first = await open(storage);
  const made: number[] = [];
  await appendSome(first.save, made, 3);
  await settle(first.save);
  first.device.isOnline = random(2) === 0;
  await appendSome(first.save, made, 3);
  await first.save.close();
  allow(allowed, made.slice(3).join(' '));
  const copy = storage.copy();
  const devices = [await open(storage), await open(copy)];
  for (let step = 0; step < 6; step += 1) {
    for (const { device, save } of devices) {
      device.isOnline = random(3) > 0;
      await appendSome(save, made, random(3));
    }
  }
  for (const { device } of devices) device.isOnline = true;
  await Promise.all(devices.map(({ save }) => settle(save)));
  const ids = [first, ...devices].flatMap(({ device }) =>
    device.requests.map(({ headers }) => headers.get('x-installation-id')).filter(Boolean),
  );
  expect([start, new Set(ids).size]).toEqual([start, 1]);
  proxy.mend();
  for (const { save } of devices) await save.close();
  await proxy.stop();
  let log: readonly number[] = [];
  await until(async () => {
    const { status, body } = await service.as(player, 'GET', '/api/game/metadata');
    log = body.data?.metadata.log;
    return status === 200;
  });
  return check({ made, allowed, log }, start);
}

async function runAll(engine: TestEngine, run: (service: Service, start: number) => Promise<number>) {
  const service = await startService({ engine });
  let again = 0;
  try {
    for (let index = 0; index < schedules; index += 1) again += await run(service, seed + index);
  } finally {
    await service.stop();
  }
  return again;
}

for (const engine of engines) {
  for (const [title, run] of [
    ['one of twenty installations', runTwenty],
    ['a device and a copy of its storage', runCopied],
  ] as const) {
    test(
      `${title} lose nothing on ${engine.name} (seed ${seed})`,
      async () => {
        const again = await runAll(engine, run);
        // Over many schedules it does happen.
        if (schedules > 100) expect(again).toBeGreaterThan(0);
      },
      amount(120_000, 3_600_000),
    );
  }
}
