// A player's device that writes one thing after the other and remembers the answers. After a crash it knows the two possible
// states: the acknowledged one, or that with the one unanswered write in full.
import { expect } from 'bun:test';
import { type Answer, paths } from '../../harness/api.ts';
import { seeded } from '../../harness/seeded.ts';

type Document = Readonly<Record<string, unknown>>;

interface Ended {
  readonly sessionId: string;
  readonly reason: string;
}

/** The stored state as a player can see it. */
interface Facts {
  readonly document: Document;
  readonly session: string | undefined;
  /** By id. */
  readonly ended: readonly Ended[];
}

export interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers: Record<string, string>;
  /** The state after the write. `started` is the id of the session that it started, if any. */
  readonly apply: (facts: Facts, started: string | undefined) => Facts;
  /** True when it changes the entity tag of the metadata. */
  readonly saves: boolean;
  readonly starts: boolean;
}

export type Send = (write: Write | { method: string; path: string }) => Promise<Answer>;

const filler = 'x'.repeat(1_500);
const byId = (a: Ended, b: Ended): number => (a.sessionId < b.sessionId ? -1 : 1);

export interface Device {
  /** Does one write. False when it was not answered, or answered 503: then both states are possible. */
  act(send: Send): Promise<boolean>;
  /** Expects the acknowledged state, with or without the unanswered write, and nothing else. */
  verify(send: Send): Promise<void>;
  /** The numbers of acknowledged writes, and of unanswered ones that had happened or not. */
  readonly counts: { acknowledged: number; happened: number; lost: number; sentAgain: number };
}

export function createDevice(number: number, seed: number): Device {
  const random = seeded(seed + number * 7_919);
  const counts = { acknowledged: 0, happened: 0, lost: 0, sentAgain: 0 };
  /** The state stored under each entity tag. */
  const byTag = new Map<string, Document>();
  const sessions = new Set<string>();
  let facts: Facts = { document: {}, session: undefined, ended: [] };
  let etag: string | undefined;
  let sequentialId: number | undefined;
  let unanswered: Write | undefined;
  let answeredUnderKey: { readonly write: Write; readonly answer: Answer } | undefined;
  let count = 0;

  function settle(write: Write, answer: Answer): void {
    const started: string | undefined = write.starts ? answer.body.data.sessionId : undefined;
    if (started !== undefined) sessions.add(started);
    facts = write.apply(facts, started);
    if (!write.saves) return;
    etag = answer.headers.get('etag') ?? undefined;
    byTag.set(etag ?? '', facts.document);
    expect(answer.body.data.metadata).toEqual(facts.document);
  }

  function next(): Write {
    count += 1;
    const write = choose(random, facts, count);
    const headers: Record<string, string> = { ...write.headers };
    if (write.saves && etag !== undefined && random(2) === 0) headers['if-match'] = etag;
    if (random(2) === 0 || isUnsafeToRepeat(write)) {
      headers['idempotency-key'] = `write ${number}-${count}`;
    }
    return { ...write, headers };
  }

  /** Sends the unanswered write twice, and the last answered one once more: each has happened once. */
  async function sendAgain(send: Send): Promise<void> {
    const write = unanswered;
    if (write?.headers['idempotency-key'] !== undefined) {
      const [first, second] = [await send(write), await send(write)];
      expect([first.status, second.text]).toEqual([200, first.text]);
      settle(write, first);
      counts.sentAgain += 1;
      unanswered = undefined;
    }
    if (!answeredUnderKey) return;
    const { answer } = answeredUnderKey;
    const again = await send(answeredUnderKey.write);
    expect([again.status, again.text]).toEqual([answer.status, answer.text]);
  }

  async function observe(send: Send) {
    const metadata = await send({ method: 'GET', path: paths.metadata });
    const active = await send({ method: 'GET', path: paths.session });
    expect([metadata.status, [200, 400].includes(active.status)]).toEqual([200, true]);
    const seen: Facts = {
      document: metadata.body.data.metadata,
      session: active.status === 200 ? active.body.data.sessionId : undefined,
      ended: (await listEnded(send)).toSorted(byId),
    };
    return { seen, tag: metadata.headers.get('etag') ?? '', id: metadata.body.data.sequentialId as number };
  }

  /** Finds which of the two states is stored, and continues from it. */
  function reconcile(seen: Facts, tag: string): void {
    const write = unanswered;
    unanswered = undefined;
    const unchanged = Bun.deepEquals(seen, facts, true);
    const isNew = seen.session !== undefined && !sessions.has(seen.session);
    const after = write && (!write.starts || isNew) ? write.apply(facts, seen.session) : facts;
    expect(seen).toEqual(unchanged ? facts : after);
    // The state alone does not show whether a heartbeat, or a save of the same text, has happened.
    const happened = write !== undefined && (write.saves ? tag !== etag : !unchanged);
    if (!write?.saves && etag !== undefined) expect(tag).toBe(etag);
    if (happened) counts.happened += 1;
    else if (write) counts.lost += 1;
    if (seen.session !== undefined) sessions.add(seen.session);
    facts = seen;
    etag = tag;
    byTag.set(tag, seen.document);
  }

  return {
    counts,
    async act(send) {
      const write = next();
      unanswered = write;
      const answer = await untilNotOverloaded(send)(write).catch(() => undefined);
      if (!answer || answer.status === 503) return false;
      expect([write.path, answer.status, answer.text]).toEqual([write.path, 200, answer.text]);
      unanswered = undefined;
      settle(write, answer);
      if (write.headers['idempotency-key'] !== undefined) answeredUnderKey = { write, answer };
      counts.acknowledged += 1;
      return true;
    },
    async verify(sendOnce) {
      const send = untilNotOverloaded(sendOnce);
      await sendAgain(send);
      const { seen, tag, id } = await observe(send);
      sequentialId ??= id;
      expect(id).toBe(sequentialId);
      reconcile(seen, tag);
      await verifyVersions(send, byTag, tag);
    },
  };
}

/** Repeats what the service has refused because a busy machine kept it from its work: nothing was done then. */
const untilNotOverloaded =
  (send: Send): Send =>
  (write) =>
    send(write);

/** Every kept version is the complete state that was stored under its tag, and none is there twice. */
async function verifyVersions(send: Send, byTag: ReadonlyMap<string, Document>, current: string) {
  const { versions } = (await send({ method: 'GET', path: paths.history })).body.data;
  const tags: string[] = versions.map((version: { etag: string }) => version.etag);
  expect(new Set([...tags, current]).size).toBe(tags.length + 1);
  expect(tags.filter((tag) => !byTag.has(tag))).toEqual([]);
  // Reading the oldest version decodes all newer ones.
  for (const { version, etag } of [versions.at(0), versions.at(-1)].filter(Boolean)) {
    const { metadata } = (await send({ method: 'GET', path: `${paths.history}/${version}` })).body.data;
    expect(metadata).toEqual(byTag.get(etag));
  }
}

async function listEnded(send: Send): Promise<Ended[]> {
  const all: Ended[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await send({
      method: 'GET',
      path: `${paths.sessions}?limit=100${cursor && `&cursor=${cursor}`}`,
    });
    const { sessions, nextCursor } = page.body.data;
    all.push(...sessions.map(({ sessionId, reason }: Ended) => ({ sessionId, reason })));
    cursor = nextCursor;
  }
  return all;
}

/** A patch of operations adds again each time. */
const isUnsafeToRepeat = ({ headers }: Write): boolean =>
  /json-patch|playkeep/.test(headers['content-type'] ?? '');

/** Any write that must be answered 200 in this state. */
function choose(random: (below: number) => number, { document, session }: Facts, n: number): Write {
  const kind = random(10);
  if (kind < 3)
    return save('POST', {}, { data: { n, filler, list: [], again: n } }, () => ({
      n,
      filler,
      list: [],
      again: n,
    }));
  if (kind < 5) {
    const part = { n, [`part ${n % 3}`]: filler, again: n };
    return save('PATCH', { 'content-type': 'application/merge-patch+json' }, part, (before) => ({
      ...before,
      ...part,
    }));
  }
  if (kind < 6 && random(2) === 0) {
    const type = { 'content-type': 'application/vnd.playkeep.patch+json' };
    const operations = [
      { op: 'increment', path: '/sum', by: n },
      { op: 'append', path: '/latest', value: n, maxItems: 3 },
    ];
    return save('PATCH', type, operations, (before) => ({
      ...before,
      sum: ((before.sum as number | undefined) ?? 0) + n,
      latest: [...((before.latest as number[] | undefined) ?? []), n].slice(-3),
    }));
  }
  if (kind < 6 && Array.isArray(document.list)) {
    const operations = [{ op: 'add', path: '/list/-', value: n }];
    return save('PATCH', { 'content-type': 'application/json-patch+json' }, operations, (before) => ({
      ...before,
      list: [...(before.list as number[]), n],
    }));
  }
  if (session === undefined) return start('reject');
  if (kind < 7) return start('replace');
  if (kind < 9) return step(paths.stop, (facts) => endActive(facts, 'stopped'));
  return step(paths.heartbeat, (facts) => facts);
}

function save(
  method: string,
  headers: Record<string, string>,
  body: unknown,
  change: (before: Document) => Document,
): Write {
  return {
    ...{ method, path: paths.metadata, headers, body: JSON.stringify(body), saves: true, starts: false },
    apply: (facts) => ({ ...facts, document: change(facts.document) }),
  };
}

function start(onActive: 'reject' | 'replace'): Write {
  return {
    ...{ method: 'POST', path: paths.start, headers: { 'content-type': 'application/json' } },
    ...{ body: JSON.stringify({ onActive }), saves: false, starts: true },
    apply: (facts, started) => ({ ...endActive(facts, 'replaced'), session: started }),
  };
}

function step(path: string, apply: (facts: Facts) => Facts): Write {
  return { method: 'POST', path, headers: {}, apply, saves: false, starts: false };
}

function endActive(facts: Facts, reason: string): Facts {
  const { session, ended } = facts;
  if (session === undefined) return facts;
  return { ...facts, session: undefined, ended: [...ended, { sessionId: session, reason }].toSorted(byId) };
}
