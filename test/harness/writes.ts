// Writes of every kind, for tests that send the same writes to several services and compare the answers.
import { expect } from 'bun:test';
import { type Answer, type CallOptions, paths, type Told, told } from './api.ts';
import type { ServiceProcess } from './process.ts';

export const set = (text: string): CallOptions => ({ body: `{"data":${text}}` });

export const json = (value: unknown): CallOptions => ({ body: JSON.stringify(value) });

export const merge = (value: unknown, headers: Record<string, string> = {}): CallOptions => ({
  ...json(value),
  headers: { 'content-type': 'application/merge-patch+json', ...headers },
});

const patch = (...operations: readonly unknown[]): CallOptions => ({
  ...json(operations),
  headers: { 'content-type': 'application/json-patch+json' },
});

export const append = (value: unknown): CallOptions => patch({ op: 'add', path: '/list/-', value });

/** A request and the idempotency key under which it is sent. */
export type Keyed = readonly [key: string, method: string, path: string, options?: CallOptions];

/** One write of every kind whose answer is stored. In this order only the writes named as refusals are refused. */
export const everyKind: readonly Keyed[] = [
  ['refused: no session', 'POST', paths.heartbeat],
  ['start', 'POST', paths.start, json({ context: { of: 'a phone' } })],
  ['refused: already active', 'POST', paths.start],
  ['set', 'POST', paths.metadata, set('{"n":1.0e5,"list":[]}')],
  ['patch', 'PATCH', paths.metadata, append(1)],
  ['refused: does not apply', 'PATCH', paths.metadata, patch({ op: 'remove', path: '/nowhere' })],
  ['refused: stale', 'POST', paths.metadata, { ...set('{}'), headers: { 'if-match': '"x"' } }],
  ['refused: not current', 'DELETE', paths.metadata, { headers: { 'x-session-id': crypto.randomUUID() } }],
  ['long', 'PATCH', paths.metadata, merge({ long: 'é'.repeat(5_000) })],
  ['heartbeat', 'POST', paths.heartbeat],
  ['restore', 'POST', `${paths.history}/1/restore`],
  ['delete', 'DELETE', paths.metadata],
  ['stop', 'POST', paths.stop],
  ['refused: no session any more', 'POST', paths.stop],
];

export async function sendKeyed(
  service: ServiceProcess,
  player: string,
  [key, method, path, options]: Keyed,
): Promise<Told> {
  const headers = { ...options?.headers, 'idempotency-key': key };
  return told(await service.as(player, method, path, { ...options, headers }));
}

/** Sends one write of every kind, and expects the right answer to each. */
export async function sendEveryKind(service: ServiceProcess, player: string): Promise<Told[]> {
  const answers: Told[] = [];
  for (const write of everyKind) {
    const answer = await sendKeyed(service, player, write);
    expect([write[0], answer.status === 200]).toEqual([write[0], !write[0].startsWith('refused')]);
    answers.push(answer);
  }
  return answers;
}

/** An answer without the installations of sessions, which an earlier tree does not tell. */
const toldByBoth = (answer: Answer): Told => ({ ...told(answer), text: textOfBoth(answer) });
const textOfBoth = ({ text }: Answer): string => text.replaceAll('"installationId":null,', '');

/** Reads everything that a player can read, and expects the same from each service. @returns the player's metadata */
export async function readSame(services: readonly ServiceProcess[], player: string) {
  const read = async (path: string) => {
    const [one, ...others] = await Promise.all(services.map((service) => service.as(player, 'GET', path)));
    if (!one) throw new Error('no service was asked');
    for (const other of others) expect([path, toldByBoth(other)]).toEqual([path, toldByBoth(one)]);
    return one.body.data;
  };
  const { metadata, sequentialId } = await read(paths.metadata);
  await read(`${paths.metadata}/${sequentialId}`);
  await read(paths.session);
  await read(paths.sessions);
  for (const { version } of (await read(paths.history)).versions) await read(`${paths.history}/${version}`);
  return metadata;
}
