// The requests of a simulated player, with the headers of a real client, and what an answer means for the player.
import { metadataPath, playkeepPatchType } from '../../client/src/metadata.ts';
import { encodeRequest, type RequestParts } from '../load.ts';
import type { Operation } from './day-figures.ts';

/** A player's device, and what it knows. */
export interface Device {
  readonly token: string;
  readonly installation: string;
  etag: string | undefined;
  sessionId: string | undefined;
}

/** A request that is due, or on its way under its key. */
export interface Step {
  readonly operation: Operation;
  /** Of a write. A repetition has the same. */
  readonly key: string;
  /** The coins of a save. */
  readonly coins: number;
}

const inventory = Buffer.from(crypto.getRandomValues(new Uint8Array(170))).toString('base64');
const initial = JSON.stringify({ data: { coins: 0, level: 12, position: [1.5, 2.5], inventory } });

const session = (action: string): string => `/api/game/session/${action}`;

/** @param other the sequential id of another player, for a read */
export function requestOf({ operation, key, coins }: Step, device: Device, other: number): Uint8Array {
  const { token, installation, etag, sessionId } = device;
  const keyed = { 'Idempotency-Key': key, 'X-Installation-Id': installation };
  const parts: Record<Operation, () => Omit<RequestParts, 'token'>> = {
    open: () => ({
      ...{ method: 'GET', path: metadataPath },
      headers: etag === undefined ? {} : { 'If-None-Match': etag },
    }),
    initial: () => ({
      ...{ method: 'POST', path: metadataPath, body: initial },
      headers: { ...keyed, 'If-None-Match': '*' },
    }),
    start: () => ({
      ...{ method: 'POST', path: session('start'), body: '{"onActive":"replace"}', headers: keyed },
    }),
    save: () => ({
      ...{ method: 'PATCH', path: metadataPath, contentType: playkeepPatchType },
      body: `[{"op":"increment","path":"/coins","by":${coins}},{"op":"replace","path":"/position","value":[${Math.random()},2.5]}]`,
      headers: { ...keyed, 'If-Match': etag ?? '', 'X-Session-Id': sessionId ?? '' },
    }),
    heartbeat: () => ({
      ...{ method: 'POST', path: session('heartbeat'), body: JSON.stringify({ sessionId }) },
    }),
    read: () => ({ method: 'GET', path: `${metadataPath}/${other}` }),
    stop: () => ({
      ...{ method: 'POST', path: session('stop'), body: JSON.stringify({ sessionId }) },
      headers: { 'Idempotency-Key': key },
    }),
  };
  return encodeRequest({ token, ...parts[operation]() });
}

/** An answer, as far as a player needs it. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export const headerOf = ({ head }: Answer, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();

export const memberOf = ({ body }: Answer, name: string): string | undefined =>
  new RegExp(`"${name}":"?([^",}]*)`).exec(body)?.[1];
