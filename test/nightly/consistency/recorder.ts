// Records a history: many concurrent clients on few players, each operation sent to a random process, with kills of processes and of
// their database.
// Between the segments of a history there is a quiet moment: every operation that can be answered has an answer.
import { expect } from 'bun:test';
import { call, paths } from '../../harness/api.ts';
import { type Random, seeded } from '../../harness/seeded.ts';
import { testServerKey } from '../../harness/server-keys.ts';
import { signTestToken } from '../../harness/service.ts';
import type { Cluster, Member } from './cluster.ts';
import { look, nextOperation, nothingSeen, type Seen, saveInTurn } from './mix.ts';
import {
  type Event,
  isServers,
  type Operation,
  type Output,
  repeatableAs,
  toOutput,
  toWire,
} from './operations.ts';

export interface RecordOptions {
  readonly seed: number;
  /** The least number of operations, including the first and last reads of each player. */
  readonly operations: number;
  readonly players: number;
  readonly clientsPerPlayer: number;
  /** Each in a segment of its own. */
  readonly kills: number;
  /** Are the kept versions read at the end, too? */
  readonly readsVersions: boolean;
}

interface Player {
  readonly id: string;
  readonly token: string;
  readonly sequentialId: number;
  readonly seen: Seen;
}

interface Recording {
  readonly cluster: Cluster;
  readonly history: Event[];
}

export async function record(cluster: Cluster, options: RecordOptions): Promise<readonly Event[]> {
  const { seed, operations, kills, clientsPerPlayer } = options;
  const recording: Recording = { cluster, history: [] };
  const random = seeded(seed);
  const players = await Promise.all(
    Array.from({ length: options.players }, (_, n) => register(recording, `${seed}-${n}`)),
  );
  const clients = players.flatMap((player, p) =>
    Array.from({ length: clientsPerPlayer }, (_, n) =>
      createClient(
        recording,
        player,
        `${p}${String.fromCharCode(97 + n)}`,
        seeded(seed * 1_000 + p * 100 + n),
      ),
    ),
  );
  await Promise.all(
    players.map((player, p) =>
      random(2) === 0 ? saveInTurns(recording, player, seeded(seed * 1_000 + p * 100 + 99)) : undefined,
    ),
  );
  const each = Math.ceil(operations / (kills + 1));
  for (let segment = 0; recording.history.length < operations || segment < kills; segment += 1) {
    const from = recording.history.length;
    let sent = 0;
    const killAt = segment < kills ? Math.floor(each * 0.2) + random(Math.floor(each * 0.6)) : undefined;
    const isOn = () => {
      if (sent >= each || cluster.members().length === 0) return false;
      sent += 1;
      if (sent === killAt) killSome(cluster, random);
      return cluster.members().length > 0;
    };
    await Promise.all(clients.map((client) => client.work(isOn)));
    await cluster.heal();
    await Promise.all(clients.map((client) => client.sendAgain()));
    await Promise.all(players.map((player) => lookAt(recording, player, random)));
    if (recording.history.length === from) throw new Error('nothing was recorded');
  }
  if (options.readsVersions) await Promise.all(players.map((player) => verifyVersions(recording, player)));
  return recording.history;
}

/** Kills a process, both, their database, or all. Where no process is left, or no database, the segment ends. */
function killSome(cluster: Cluster, random: Random): void {
  const victims = random(6);
  if (cluster.killDatabase && victims < 4) cluster.killDatabase();
  if (!cluster.killDatabase || victims > 1) cluster.kill(victims === 2 ? 2 : 1);
}

async function register({ cluster }: Recording, id: string): Promise<Player> {
  const token = await signTestToken(id);
  const [member] = cluster.members();
  const response = await fetch(`${member?.url}/api/game/metadata`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: { sequentialId: number } };
  return { id, token, sequentialId: data.sequentialId, seen: nothingSeen() };
}

/** The saves of a player who plays on more devices than the service remembers. */
async function saveInTurns(recording: Recording, player: Player, random: Random): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    const member = anyOf(recording, random);
    if (member) await perform(recording, player, 'turn', member, saveInTurn(random, player.seen, turn));
  }
}

/** The reads of the quiet moment, which leave few unanswered writes in doubt. */
async function lookAt(recording: Recording, player: Player, random: Random): Promise<void> {
  const member = anyOf(recording, random);
  if (!member) throw new Error('no process is left');
  await perform(recording, player, 'look', member, { kind: 'unsuspend' });
  await perform(recording, player, 'look', member, { kind: 'read', via: 'own' });
  await perform(recording, player, 'look', member, { kind: 'active' });
}

/** Every kept version is the complete state that was answered under its tag, and none is there twice. */
async function verifyVersions({ cluster, history }: Recording, { id, token }: Player): Promise<void> {
  const own = history.flatMap(({ player, output }) => (player === id && output ? [output] : []));
  const texts = new Map(own.map(({ tag, text }) => [text === undefined ? undefined : tag, text]));
  const get = async (path: string) => {
    const { status, body } = await call(cluster.members()[0]?.url ?? '', 'GET', path, { token });
    expect([path, status]).toEqual([path, 200]);
    return body.data;
  };
  const { versions } = await get(paths.history);
  expect(new Set(versions.map(({ etag }: { etag: string }) => etag)).size).toBe(versions.length);
  // Reading the oldest version decodes all newer ones.
  for (const { version, etag } of [versions.at(0), versions.at(-1)].filter(Boolean)) {
    const text = texts.get(etag);
    const { metadata } = await get(`${paths.history}/${version}`);
    if (text !== undefined) expect([etag, metadata]).toEqual([etag, JSON.parse(text)]);
  }
}

function anyOf({ cluster }: Recording, random: Random): Member | undefined {
  const members = cluster.members();
  return members[random(members.length)];
}

interface Client {
  /** One operation after the other while any is left. */
  work(isOn: () => boolean): Promise<void>;
  /** Sends unanswered operations again, with the same key. */
  sendAgain(): Promise<void>;
}

function createClient(recording: Recording, player: Player, name: string, random: Random): Client {
  let count = 0;
  let lost: Operation[] = [];

  async function send(operation: Operation): Promise<void> {
    const member = anyOf(recording, random);
    if (!member) return;
    const isAnswered = await perform(recording, player, name, member, operation);
    if (!isAnswered && repeatableAs(operation) !== undefined) lost.push(operation);
  }

  return {
    async work(isOn) {
      while (isOn()) {
        count += 1;
        const operation = nextOperation(random, player.seen, `${name}${count}`);
        // Under a key it may be sent twice at once.
        const twice = repeatableAs(operation) !== undefined && random(2) === 0;
        await Promise.all(twice ? [send(operation), send(operation)] : [send(operation)]);
      }
    },
    async sendAgain() {
      const again = new Map(lost.map((operation) => [repeatableAs(operation), operation]));
      lost = [];
      for (const operation of again.values()) await send(operation);
    },
  };
}

/** @returns whether it was answered. */
async function perform(
  { history }: Recording,
  player: Player,
  client: string,
  member: Member,
  operation: Operation,
): Promise<boolean> {
  const about = { client, player: player.id, process: member.number, operation };
  const call = performance.now();
  const output = await ask(member, player, operation);
  if (!output) {
    history.push({ ...about, call, return: Number.POSITIVE_INFINITY });
    return false;
  }
  history.push({ ...about, call, return: performance.now(), output });
  look(player.seen, output);
  return true;
}

/** Undefined without an answer, or for an answer that leaves the outcome unknown. */
async function ask(member: Member, player: Player, operation: Operation): Promise<Output | undefined> {
  const { method, path, headers, body } = toWire(operation, player.sequentialId);
  let answer: { status: number; tag: string | null; text: string };
  try {
    const response = await fetch(member.url + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${isServers(operation) ? testServerKey : player.token}` },
      ...(body !== undefined && { body }),
    });
    answer = { status: response.status, tag: response.headers.get('etag'), text: await response.text() };
  } catch {
    return undefined;
  }
  return answer.status === 503 ? undefined : toOutput(answer.status, answer.tag, answer.text);
}
