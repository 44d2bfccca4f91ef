// Floods: one player, or several, who send expensive requests from many connections, and another player beside them, who sends
// ordinary requests and notes their durations.
import { signTestToken } from './service.ts';

export interface Flood {
  readonly name: string;
  readonly connections: number;
  /** True when each connection belongs to another player. */
  readonly isOfMany?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** Sends the requests that prepare the flood, once, as the player. @returns the request that a connection repeats */
  prepare(send: Send): Promise<() => FloodRequest>;
}

export interface FloodRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Send = (request: FloodRequest) => Promise<Response>;

async function senderOf(url: string, player: string): Promise<Send> {
  const authorization = `Bearer ${await signTestToken(player)}`;
  return ({ path, method, headers, body }) =>
    fetch(url + path, { method, headers: { ...headers, authorization }, ...(body && { body }) });
}

const metadata = '/api/game/metadata';
const json = { 'content-type': 'application/json' };
const patch = {
  method: 'PATCH',
  path: metadata,
  body: '[{"op":"remove","path":"/a/0"}]',
  headers: { 'content-type': 'application/json-patch+json' },
};

const set = (data: string): FloodRequest => ({
  method: 'POST',
  path: metadata,
  headers: json,
  body: `{"data":${data}}`,
});

/** An array whose first item takes 0.2 s to remove. */
const manyItems = `{"a":[${'0,'.repeat(499_999)}0]}`;

async function slowPatch(send: Send): Promise<() => FloodRequest> {
  await demand(send(set(manyItems)));
  return () => patch;
}

/** Texts of a megabyte, each of which differs from the one before in a fifth of its numbers, at random places. */
export function versionTexts(count: number): string[] {
  const random = () => Math.floor(Math.random() * 1e9);
  const numbers = Array.from({ length: 100_000 }, random);
  return Array.from({ length: count }, () => {
    for (let n = 0; n < 20_000; n += 1) numbers[random() % numbers.length] = random();
    return JSON.stringify({ numbers });
  });
}

/** Returns the path of the oldest version. */
async function keepVersions(send: Send): Promise<string> {
  for (const text of versionTexts(22)) await demand(send(set(text)));
  const listed = await demand(send({ method: 'GET', path: `${metadata}/history` }));
  const { data } = (await listed.json()) as { data: { versions: { version: number }[] } };
  return `${metadata}/history/${data.versions.at(-1)?.version}`;
}

async function demand(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

export const slowPatches = (connections: number): Flood => ({
  name: `slow patches from ${connections} connections`,
  connections,
  prepare: slowPatch,
});

export const slowPatchesOfMany = (connections: number): Flood => ({
  ...slowPatches(connections),
  name: `slow patches of ${connections} players`,
  isOfMany: true,
});

export const keyedPatches = (connections: number): Flood => ({
  name: `slow patches with idempotency keys from ${connections} connections`,
  connections,
  async prepare(send) {
    await slowPatch(send);
    return () => ({ ...patch, headers: { ...patch.headers, 'idempotency-key': crypto.randomUUID() } });
  },
});

export const fencedPatches = (connections: number): Flood => ({
  name: `slow patches that name their session from ${connections} connections`,
  connections,
  async prepare(send) {
    await slowPatch(send);
    const started = await demand(send({ method: 'POST', path: '/api/game/session/start' }));
    const { data } = (await started.json()) as { data: { sessionId: string } };
    return () => ({ ...patch, headers: { ...patch.headers, 'x-session-id': data.sessionId } });
  },
});

const keepsAll = { METADATA_HISTORY_INTERVAL_SECONDS: '0' };

export const oldestVersions = (connections: number): Flood => ({
  name: `reads of the oldest kept version from ${connections} connections`,
  connections,
  settings: keepsAll,
  async prepare(send) {
    const path = await keepVersions(send);
    return () => ({ method: 'GET', path });
  },
});

export type RunningFlood = Awaited<ReturnType<typeof startFlood>>;

export async function startFlood(url: string, flood: Flood) {
  /** The answers so far, by status. */
  const answers: Record<string, number> = {};
  let longest = 0;
  let isRunning = true;
  const players = Array.from({ length: flood.isOfMany ? flood.connections : 1 }, (_, n) => `flood ${n}`);
  const senders = await Promise.all(players.map((player) => senderOf(url, player)));
  const makers: (() => FloodRequest)[] = [];
  for (const send of senders) makers.push(await flood.prepare(send));

  async function connection(n: number): Promise<void> {
    const send = senders[n % senders.length] as Send;
    const make = makers[n % makers.length] as () => FloodRequest;
    while (isRunning) {
      const sentAt = performance.now();
      const response = await send(make()).catch((error) => {
        if (isRunning) throw error;
      });
      if (!response) return;
      await response.arrayBuffer().catch(() => undefined);
      longest = Math.max(longest, performance.now() - sentAt);
      answers[response.status] = (answers[response.status] ?? 0) + 1;
      // A refused caller pauses, since its repetitions would keep this process busy.
      if (response.status !== 200) await Bun.sleep(100);
    }
  }

  const connections = Array.from({ length: flood.connections }, (_, n) => connection(n));
  return {
    answers,
    /** The longest duration in milliseconds. */
    get longest() {
      return longest;
    },
    /** Stops sending, and waits for the answers, or for the end of the service. */
    async stop() {
      isRunning = false;
      await Promise.all(connections);
    },
  };
}

export const bystanderOperations = ['save', 'read', 'heartbeat', 'livez'] as const;
export type BystanderOperation = (typeof bystanderOperations)[number];
/** The durations of requests answered 200, in milliseconds. Other answers are counted. */
export type BystanderTimes = Record<BystanderOperation, number[]> & { failures: number };

const bystanderRequests: Readonly<Record<BystanderOperation, FloodRequest>> = {
  save: set('{"level":12,"inventory":"a sword"}'),
  read: { method: 'GET', path: metadata },
  heartbeat: { method: 'POST', path: '/api/game/session/heartbeat' },
  livez: { method: 'GET', path: '/livez' },
};

/** Another player, who repeats each of these operations, each on this many connections of its own. */
export async function measureBystander(
  url: string,
  { seconds, connections = 1 }: { readonly seconds: number; readonly connections?: number },
): Promise<BystanderTimes> {
  const sender = await senderOf(url, 'bystander');
  const send = async (request: FloodRequest): Promise<number> => {
    const answer = await sender(request);
    await answer.arrayBuffer();
    return answer.status;
  };
  await send({ method: 'POST', path: '/api/game/session/start' });
  const times: BystanderTimes = { save: [], read: [], heartbeat: [], livez: [], failures: 0 };
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: connections }, () => bystanderOperations)
      .flat()
      .map(async (operation) => {
        while (performance.now() < until) {
          const sentAt = performance.now();
          if ((await send(bystanderRequests[operation])) === 200)
            times[operation].push(performance.now() - sentAt);
          else times.failures += 1;
          await Bun.sleep(20);
        }
      }),
  );
  return times;
}

export function quantile(times: readonly number[], q: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN;
}
