// A good request for every route of players, in an order in which each succeeds for one player.
import { type CallOptions, paths } from './api.ts';
import { json, merge, set } from './writes.ts';

export interface PlayerRequest {
  readonly method: string;
  /** As it is in the table of routes. */
  readonly path: string;
  readonly options: CallOptions;
}

const request = (method: string, path: string, options: CallOptions = {}): PlayerRequest => ({
  method,
  path,
  options,
});

export const playerRequests: readonly PlayerRequest[] = [
  request('POST', paths.metadata, set('{"level":1}')),
  request('PATCH', paths.metadata, merge({ level: 2 })),
  request('GET', paths.metadata),
  request('GET', `${paths.metadata}/:sequentialId`),
  request('POST', paths.lookup, json({ sequentialIds: [1] })),
  request('GET', paths.history),
  request('GET', `${paths.history}/:version`),
  request('POST', `${paths.history}/:version/restore`),
  request('DELETE', paths.metadata),
  request('POST', paths.start, json({ context: { device: 'phone' } })),
  request('POST', paths.heartbeat),
  request('GET', paths.session),
  request('POST', paths.stop),
  request('GET', paths.sessions),
];
