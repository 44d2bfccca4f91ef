// Two devices of one player in random schedules, protected by their sessions or by entity tags: offline edits, takeovers,
// repetitions after lost answers, all at once. No acknowledged save may be lost unless a newer save replaced it knowingly, and
// the state before each session can be restored.
import { expect, test } from 'bun:test';
import { paths } from '../../harness/api.ts';
import { engines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { type Service, signTestToken, startService } from '../../harness/service.ts';

const schedules = amount(100, 1_000);
const schedulesAtOnce = 25;

function seeded(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Save {
  readonly key: string;
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly sessionId: string;
  readonly entries: readonly string[];
  /** The entries that it overwrites knowingly. */
  readonly discards: readonly string[];
}

/** The acknowledged operations of both devices of a player. */
interface Acknowledged {
  readonly saved: Set<string>;
  readonly discarded: Set<string>;
  /** By version: the entries of the save, and the session in which it was made. */
  readonly versions: Map<number, { readonly entries: readonly string[]; readonly sessionId: string }>;
}

type Call = (
  method: string,
  path: string,
  body?: string,
  headers?: Record<string, string>,
) => ReturnType<Service['call']>;

/** A game on one device. It keeps its edits until a save with them was acknowledged. */
class Device {
  private session = '';
  private etag = '';
  private known: readonly string[] = [];
  private pending: string[] = [];
  private unanswered: Save | undefined;
  private count = 0;

  constructor(
    private readonly name: string,
    private readonly call: Call,
    private readonly record: Acknowledged,
    private readonly random: (below: number) => number,
    private readonly bySession: boolean,
  ) {}

  async act(): Promise<void> {
    const choice = this.random(10);
    if (choice < 3) this.edit();
    else if (choice < 4 || this.session === '') await this.takeOver();
    else if (this.unanswered) await this.send(this.unanswered);
    else await this.save();
  }

  /** Saves everything: first the operation without an answer, then the unsaved edits. */
  async finish(): Promise<void> {
    if (this.unanswered) await this.send(this.unanswered, true);
    while (this.pending.length > 0) {
      await this.takeOver();
      await this.save(true);
    }
  }

  private edit(): void {
    this.count += 1;
    this.pending.push(`${this.name}${this.count}`);
  }

  private async takeOver(): Promise<void> {
    const started = await this.call('POST', paths.start, '{"onActive":"replace"}');
    this.session = started.body.data.sessionId;
    const { body, headers } = await this.call('GET', paths.metadata);
    this.learn(body.data.metadata.entries ?? [], headers.get('etag') ?? '');
  }

  private learn(entries: readonly string[], etag: string): void {
    this.known = entries;
    this.etag = etag;
  }

  private async save(isLast = false): Promise<void> {
    // Sometimes a player chooses one side of a conflict.
    const discards = isLast || this.random(8) > 0 ? [] : this.known;
    const entries = [...this.known.filter((entry) => !discards.includes(entry)), ...this.pending];
    this.count += 1;
    // In its own session a device needs no tag, and with a tag no session: no other write can have come in between.
    const withTag = this.bySession ? this.random(2) === 0 : true;
    await this.send(
      {
        key: `${this.name} ${this.count}`,
        body: JSON.stringify({ data: { entries } }),
        headers: {
          ...(this.bySession && { 'x-session-id': this.session }),
          ...(withTag && { 'if-match': this.etag }),
        },
        sessionId: this.session,
        entries,
        discards,
      },
      isLast,
    );
  }

  private async send(save: Save, isLast = false): Promise<void> {
    const { status, body, headers } = await this.call('POST', paths.metadata, save.body, {
      'idempotency-key': save.key,
      ...save.headers,
    });
    // The answer is lost: the same request is sent again later.
    this.unanswered = !isLast && this.random(4) === 0 ? save : undefined;
    if (this.unanswered) return;
    const etag = headers.get('etag') ?? '';
    if (status === 200) {
      this.acknowledge(save, etag);
    } else if (status === 412) {
      this.learn(body.data.metadata.entries ?? [], etag);
    } else {
      expect([status, body.error.message]).toEqual([409, 'Session not current']);
      this.session = '';
    }
  }

  private acknowledge(save: Save, etag: string): void {
    for (const entry of save.entries) this.record.saved.add(entry);
    for (const entry of save.discards) this.record.discarded.add(entry);
    this.record.versions.set(Number(/-(\d+)/.exec(etag)?.[1]), save);
    this.pending = this.pending.filter((entry) => !save.entries.includes(entry));
    // The answer to a repetition may be old, and then the device's copy is old too.
    if (!this.bySession || save.sessionId === this.session) this.learn(save.entries, etag);
  }
}

async function runSchedule(service: Service, seed: number): Promise<void> {
  const random = seeded(seed);
  const token = await signTestToken(`player ${seed}`);
  const call: Call = (method, path, body, headers = {}) =>
    service.call(method, path, { token, body, headers });
  const record: Acknowledged = { saved: new Set(), discarded: new Set(), versions: new Map() };
  const bySession = seed % 3 > 0;
  const devices = ['a', 'b'].map((name) => new Device(name, call, record, random, bySession));
  for (let step = 0; step < 12; step += 1) {
    const both = random(3) > 0;
    await Promise.all(devices.filter((_, index) => both || index === step % 2).map((device) => device.act()));
  }
  for (const device of devices) await device.finish();

  const { entries = [] } = (await call('GET', paths.metadata)).body.data.metadata;
  const lost = [...record.saved].filter((entry) => !entries.includes(entry) && !record.discarded.has(entry));
  expect([seed, lost]).toEqual([seed, []]);
  if (bySession) await checkHistory(call, record, seed);
}

/** The state before the first save of each session is a kept version, and can be restored. */
async function checkHistory(call: Call, { versions }: Acknowledged, seed: number): Promise<void> {
  const firsts = new Map<string, number>();
  for (const [version, { sessionId }] of versions) {
    firsts.set(sessionId, Math.min(version, firsts.get(sessionId) ?? version));
  }
  const before = [...firsts.values()].map((version) => version - 1).filter((version) => version > 0);
  for (const version of before) {
    const kept = await call('GET', `${paths.history}/${version}`);
    expect([seed, version, kept.status]).toEqual([seed, version, 200]);
    expect(kept.body.data.metadata.entries).toEqual(versions.get(version)?.entries);
  }
  const [version] = before;
  if (version === undefined) return;
  const restored = await call('POST', `${paths.history}/${version}/restore`);
  expect([seed, restored.status]).toEqual([seed, 200]);
  expect((await call('GET', paths.metadata)).body.data.metadata.entries).toEqual(
    versions.get(version)?.entries,
  );
}

for (const engine of engines) {
  test(`nothing acknowledged is lost between two devices on ${engine.name}`, async () => {
    const service = await startService({ engine });
    try {
      for (let first = 0; first < schedules; first += schedulesAtOnce) {
        const seeds = Array.from({ length: schedulesAtOnce }, (_, n) => first + n);
        await Promise.all(seeds.map((seed) => runSchedule(service, seed)));
      }
    } finally {
      await service.stop();
    }
  }, 120_000);
}
