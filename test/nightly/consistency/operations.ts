// The requests and answers of a recorded history: the operations that contend for one player, the request of each, and the
// reading of its answer.
import { errorCatalogue } from '../../../src/errors/errors.ts';
import { paths } from '../../harness/api.ts';

/** A write takes effect once for its installation, which may repeat it under its key. */
export interface InstallationWrite {
  /** `X-Installation-Id`. */
  readonly id: string;
  /** `Idempotency-Key`. It is no `key`, under which all requests have one answer. */
  readonly writeKey: string;
}

export interface Conditions {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: '*';
  /** `X-Session-Id`: the session that must be active. */
  readonly requiredSessionId?: string;
  /** `Idempotency-Key`: all requests under it run once. */
  readonly key?: string;
  /** Never with `key` or `by`, always with one of the preconditions. */
  readonly installation?: InstallationWrite;
  /** The player by default. */
  readonly by?: 'server';
}

export interface PatchStep {
  readonly op: 'test' | 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

export type CounterStep =
  | { readonly op: 'increment'; readonly path: string; readonly by: number; readonly max?: number }
  | { readonly op: 'append'; readonly path: string; readonly value: string; readonly maxItems: number };

/** By a server. */
export interface SuspensionChange {
  readonly kind: 'suspend' | 'unsuspend';
}

export type Operation =
  | {
      readonly kind: 'read';
      readonly via: 'own' | 'id' | 'lookup' | 'server';
      readonly ifChangedFrom?: string;
    }
  | ({ readonly kind: 'set'; readonly text: string } & Conditions)
  | ({ readonly kind: 'merge'; readonly patch: Readonly<Record<string, unknown>> } & Conditions)
  | ({ readonly kind: 'patch'; readonly steps: readonly PatchStep[] } & Conditions)
  | ({ readonly kind: 'count'; readonly steps: readonly CounterStep[] } & Conditions)
  | ({ readonly kind: 'delete' } & Conditions)
  | {
      readonly kind: 'start';
      readonly onActive?: 'reject' | 'replace' | 'resume' | 'replaceOwn';
      readonly installationId?: string;
      readonly key?: string;
    }
  | { readonly kind: 'heartbeat' | 'stop'; readonly sessionId?: string; readonly key?: string }
  | { readonly kind: 'active' }
  | SuspensionChange;

export type Start = Extract<Operation, { readonly kind: 'start' }>;
export type Write = Extract<Operation, { readonly kind: 'set' | 'merge' | 'patch' | 'count' | 'delete' }>;

/** A write of an installation. */
export type Save = Write & { readonly installation: InstallationWrite };

/** The part of an answer about the player's state. Times are milliseconds since the Unix epoch. */
export interface Output {
  readonly status: number;
  readonly message?: string;
  readonly tag?: string;
  /** The metadata as it came, character for character. */
  readonly text?: string;
  readonly sessionId?: string;
  readonly startTime?: number;
  readonly lastActivity?: number;
  readonly endTime?: number;
  readonly installationId?: string;
}

/** One operation of a history. Times are those of the one recording process, which only go forward. */
export interface Event {
  readonly client: string;
  readonly player: string;
  /** The process that it was sent to. */
  readonly process: number;
  readonly operation: Operation;
  readonly call: number;
  /** Infinity without an answer: it may have happened at any time after the call, or never. */
  readonly return: number;
  readonly output?: Output;
}

export interface Wire {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Is it a request of a server, with its key? */
export const isServers = (operation: Operation): boolean =>
  ('by' in operation && operation.by === 'server') ||
  ('via' in operation && operation.via === 'server') ||
  isSuspensionChange(operation);

const pathOfServers = (sequentialId: number): string => `/api/server/players/${sequentialId}/metadata`;

const json = { 'content-type': 'application/json' };

export function toWire(operation: Operation, sequentialId: number): Wire {
  switch (operation.kind) {
    case 'read': {
      const headers: Record<string, string> =
        operation.ifChangedFrom === undefined ? {} : { 'if-none-match': operation.ifChangedFrom };
      if (operation.via === 'own') return { method: 'GET', path: paths.metadata, headers };
      if (operation.via === 'server') return { method: 'GET', path: pathOfServers(sequentialId), headers };
      if (operation.via === 'id')
        return { method: 'GET', path: `${paths.metadata}/${sequentialId}`, headers };
      const body = JSON.stringify({ sequentialIds: [sequentialId] });
      return { method: 'POST', path: paths.lookup, body, headers: json };
    }
    case 'set':
      return write(sequentialId, 'POST', operation, `{"data":${operation.text}}`, json['content-type']);
    case 'merge': {
      const body = JSON.stringify(operation.patch);
      return write(sequentialId, 'PATCH', operation, body, 'application/merge-patch+json');
    }
    case 'patch':
    case 'count': {
      const type = operation.kind === 'patch' ? 'json-patch+json' : 'vnd.playkeep.patch+json';
      return write(sequentialId, 'PATCH', operation, JSON.stringify(operation.steps), `application/${type}`);
    }
    case 'delete':
      return write(sequentialId, 'DELETE', operation);
    case 'start':
      return step(paths.start, { onActive: operation.onActive }, operation.key, operation.installationId);
    case 'heartbeat':
      return step(paths.heartbeat, { sessionId: operation.sessionId }, operation.key);
    case 'stop':
      return step(paths.stop, { sessionId: operation.sessionId }, operation.key);
    case 'active':
      return { method: 'GET', path: paths.session, headers: {} };
    case 'suspend':
    case 'unsuspend': {
      const path = `/api/server/players/${sequentialId}/suspend`;
      return { method: operation.kind === 'suspend' ? 'POST' : 'DELETE', path, headers: {} };
    }
  }
}

function write(
  sequentialId: number,
  method: string,
  conditions: Conditions,
  body?: string,
  mediaType?: string,
): Wire {
  const headers = {
    ...(mediaType !== undefined && { 'content-type': mediaType }),
    ...(conditions.ifMatch !== undefined && { 'if-match': conditions.ifMatch }),
    ...(conditions.ifNoneMatch !== undefined && { 'if-none-match': conditions.ifNoneMatch }),
    ...(conditions.requiredSessionId !== undefined && { 'x-session-id': conditions.requiredSessionId }),
    ...keyed(conditions.installation?.writeKey ?? conditions.key, conditions.installation?.id),
  };
  const path = conditions.by === 'server' ? pathOfServers(sequentialId) : paths.metadata;
  return { method, path, headers, ...(body !== undefined && { body }) };
}

const keyed = (key: string | undefined, installationId?: string): Record<string, string> => ({
  ...(key !== undefined && { 'idempotency-key': key }),
  ...(installationId !== undefined && { 'x-installation-id': installationId }),
});

/** Without members there is no body: the plain operation takes a path of its own through the service. */
function step(
  path: string,
  says: Record<string, string | undefined>,
  key: string | undefined,
  installationId?: string,
): Wire {
  const body = JSON.stringify(says);
  const headers = keyed(key, installationId);
  if (body === '{}') return { method: 'POST', path, headers };
  return { method: 'POST', path, body, headers: { ...json, ...headers } };
}

/** @param tag the answer's ETag. */
export function toOutput(status: number, tag: string | null, answer: string): Output {
  const body = answer === '' ? {} : JSON.parse(answer);
  const said = status === 200 && typeof body.data === 'object' ? body.data : {};
  const text = metadataIn(answer);
  return {
    status,
    ...(body.error && { message: body.error.message }),
    ...(tag !== null && { tag }),
    ...(text !== undefined && { text }),
    ...(said.sessionId && { sessionId: said.sessionId }),
    ...(said.startTime && { startTime: Date.parse(said.startTime) }),
    ...(said.lastActivity && { lastActivity: Date.parse(said.lastActivity) }),
    ...(said.endTime && { endTime: Date.parse(said.endTime) }),
    ...(said.installationId && { installationId: said.installationId }),
  };
}

/** The text of the one record in an answer, which comes last. */
function metadataIn(answer: string): string | undefined {
  const name = '"metadata":';
  const start = answer.indexOf(name);
  if (start < 0) return undefined;
  const lookup = '}],"unknown":[]}}';
  return answer.slice(start + name.length, answer.endsWith(lookup) ? -lookup.length : -'}}'.length);
}

/** True for a change of the suspension, whose answer is the same in every state. */
export const isSuspensionChange = (operation: Operation): operation is SuspensionChange =>
  operation.kind === 'suspend' || operation.kind === 'unsuspend';

/** True for the refusal of a suspended player, which no key stores. */
export const isSuspension = ({ message }: Output): boolean =>
  message === errorCatalogue.playerSuspended.message;

/** True when it can change the state. Other operations do not matter without an answer. */
export const isRead = ({ kind }: Operation): boolean => kind === 'read' || kind === 'active';

export const keyOf = (operation: Operation): string | undefined =>
  'key' in operation ? operation.key : undefined;

export const installationOf = (operation: Operation): InstallationWrite | undefined =>
  'installation' in operation ? operation.installation : undefined;

/** The `Idempotency-Key` of a request that may be sent again as it was. */
export const repeatableAs = (operation: Operation): string | undefined =>
  keyOf(operation) ?? installationOf(operation)?.writeKey;
