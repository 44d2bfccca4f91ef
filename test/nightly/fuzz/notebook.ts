// The notes of one player from answers, for use in later requests: tags, versions, sessions, cursors, ids.
import type { Random } from './random.ts';
import type { Sent } from './requests.ts';

export interface Notebook {
  readonly playerId: string;
  /** Values of `Authorization` that are good for this player. */
  readonly credentials: readonly string[];
  /** True for the erased player, and for one whom a mutated request of a server erased. */
  isErased: boolean;
  readonly etags: string[];
  readonly versions: string[];
  readonly sessions: string[];
  readonly cursors: string[];
  readonly auditCursors: string[];
  readonly sequentialIds: string[];
  readonly keyIds: string[];
  readonly webhookIds: string[];
  /** Ids of players whom a server registered, and whom no worker plays. */
  readonly erasableIds: string[];
  /** Writes with an idempotency key and their answers, to be sent again. */
  readonly keyed: Sent[];
}

const kept = 6;

export function createNotebook(playerId: string, credentials: readonly string[], isErased = false): Notebook {
  return {
    playerId,
    credentials,
    isErased,
    etags: [],
    versions: [],
    sessions: [],
    cursors: [],
    auditCursors: [],
    sequentialIds: [],
    keyIds: [],
    webhookIds: [],
    erasableIds: [],
    keyed: [],
  };
}

export function note<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > kept) list.shift();
}

/** Picks the last item most of the time, else any item; the fallback from an empty list. */
export function pickNoted<T>(random: Random, list: readonly T[], fallback: T): T {
  if (list.length === 0) return fallback;
  return random.chance(0.7) ? (list.at(-1) as T) : random.pick(list);
}

interface ServerAnswer {
  readonly keyId?: string;
  readonly webhookId?: string;
  readonly webhooks?: readonly { readonly webhookId: string }[];
  readonly keys?: readonly { readonly keyId: string }[];
  readonly versions?: unknown;
  readonly entries?: unknown;
  readonly nextCursor?: string | null;
}

/** Notes the server keys of an answer, and the place where its list goes on. */
export function learnAsServer(notebook: Notebook, body: unknown): void {
  const { data } = body as { data: ServerAnswer };
  learnVersions(notebook, data.versions);
  for (const { webhookId } of [...(data.webhooks ?? []).slice(-kept), data])
    if (webhookId !== undefined) note(notebook.webhookIds, webhookId);
  if (data.entries && data.nextCursor) note(notebook.auditCursors, data.nextCursor);
  for (const { keyId } of [data, ...(data.keys ?? []).slice(-kept)]) {
    if (keyId !== undefined && keyId !== 'environment') note(notebook.keyIds, keyId);
  }
}

/** The names of players whom servers register. */
export const registeredName = (n: number): string => `registered ${n}`;

/** Notes a player whom a server registered or found. */
export function learnRegistered(notebook: Notebook, body: unknown): void {
  const { data } = body as { data: { playerId?: string; sequentialId?: number } };
  if (data.playerId?.startsWith(registeredName(0).slice(0, -1)) && data.sequentialId !== undefined)
    note(notebook.erasableIds, String(data.sequentialId));
}

/** Notes the values of an answer. */
export function learn(notebook: Notebook, etag: string | undefined, body: unknown): void {
  if (etag !== undefined) note(notebook.etags, etag);
  const data = (body as { data?: Record<string, unknown> } | undefined)?.data;
  if (typeof data !== 'object' || data === null) return;
  if (typeof data.sequentialId === 'number') note(notebook.sequentialIds, String(data.sequentialId));
  if (typeof data.sessionId === 'string') note(notebook.sessions, data.sessionId);
  if (typeof data.nextCursor === 'string') note(notebook.cursors, data.nextCursor);
  learnVersions(notebook, data.versions);
}

function learnVersions(notebook: Notebook, versions: unknown): void {
  if (!Array.isArray(versions)) return;
  for (const { version } of versions.slice(0, kept).reverse()) note(notebook.versions, String(version));
}
