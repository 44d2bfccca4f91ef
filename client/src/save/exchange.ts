// One exchange with the service about a save: reads the record, or sends the request under way. That goes again byte for byte until an
// answer settles it: the service knows a repetition by the installation. The answers:
//
//   success                    the record is what the request made of it
//   412 with the record        what is unsent meets that record
//   409 Patch does not apply   an addition or guarded patch is refused, the rest is unsent again
//   a refusal of the content   the members that it names are held, the rest is unsent again; where it names none, the save is blocked
//   422                        unsent again: an earlier version of the client used up its key, so it has no effect
//   about a session, 401, suspended, unknown, or a fault that passes: it stays under way
import { type FailureReason, isSessionOver, PlaykeepError } from '../failure.ts';
import { memberText } from '../json-source.ts';
import { dataText, metadataPath, playkeepPatchType } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { Reply } from '../request.ts';
import { shapes } from '../shapes.ts';
import { isTemporary, type Transport } from '../transport.ts';
import {
  type Answer,
  type Held,
  type Kept,
  mostOperations,
  namedBy,
  type Request,
  sendable,
  touches,
  withOther,
} from './device.ts';
import { type ObjectValue, parseText, toText } from './exact.ts';
import type { Identity } from './identity.ts';
import { valueAt } from './patch.ts';
import { type Path, parsePointer } from './pointer.ts';
import type { Store } from './store.ts';
import {
  documentOf,
  joined,
  mergeRecord,
  operationsOf,
  requestOf,
  type Step,
  type Unsent,
} from './unsent.ts';

export interface ExchangeOptions {
  readonly store: Store;
  readonly transport: Transport;
  readonly installation: string;
  readonly identity: Identity;
  readonly units: readonly Path[];
  readonly signal: AbortSignal;
  /** The page is hidden or closing. */
  readonly isHidden: () => boolean;
  /** The session that must be the active one. @throws PlaykeepError while it has not begun, so that nothing is sent */
  readonly sessionId: () => string | undefined;
  /** Called when a session is not the active one. Another one may be then. */
  readonly onSessionOver: (sessionId: string) => void;
  readonly onHeld: (held: readonly Held[]) => void;
}

export type Exchange = ReturnType<typeof createExchange>;

/** Together with headers, requests that outlive their page have at most 64 KiB. */
const keepaliveMostBytes = 60_000;

/** What a reply tells. @throws OtherPlayer, or `network` where the answer may be a mistake */
export function answerOf(reply: Reply, identity: Identity): Answer {
  const data = dataText(reply);
  const text = memberText(data, ['metadata']);
  const playerId = memberText(data, ['playerId']);
  identity.checkRecord({ playerId: playerId === undefined ? '' : JSON.parse(playerId) }, reply.token);
  const record = text === undefined ? undefined : (parseText(text) as ObjectValue);
  return { tag: reply.etag ?? '', record, writtenAt: reply.writtenAt ?? null };
}

export const readRecord = (transport: Transport, signal: AbortSignal, etag?: string): Promise<Reply> =>
  transport.send({
    method: 'GET',
    path: metadataPath,
    shape: shapes.ownRecord,
    signal,
    headers: { 'if-none-match': etag },
  });

export function createExchange(options: ExchangeOptions) {
  const { store, transport, installation, identity, units, signal } = options;

  function attempt(request: Request, sessionId: string | undefined, keepalive: boolean): Promise<Reply> {
    return transport.send({
      method: request.method,
      path: metadataPath,
      shape: shapes.written,
      isOwn: true,
      body: request.body,
      headers: {
        'content-type': request.type,
        'idempotency-key': request.key,
        'x-installation-id': request.installation,
        'if-match': request.ifMatch,
        'if-none-match': request.ifNoneMatch,
        'x-session-id': sessionId,
        prefer: 'return=minimal',
      },
      signal,
      checkToken: identity.checkToken,
      keepalive,
    });
  }

  /** A browser lets few bytes outlive their page, and refuses more of them as if there were no network. */
  async function sendBytes(request: Request, sessionId: string | undefined): Promise<Reply> {
    const isLast = options.isHidden() && new TextEncoder().encode(request.body).length < keepaliveMostBytes;
    try {
      return await attempt(request, sessionId, isLast);
    } catch (failure) {
      if (!isLast || !(failure instanceof PlaykeepError) || failure.status !== 0) throw failure;
      return attempt(request, sessionId, false);
    }
  }

  /** The content of the request is unsent again. */
  const giveBack = (request: Request, then: (kept: Kept) => Kept): Promise<void> =>
    store.update(
      (kept) => (kept?.request?.key === request.key ? then(store.device.withdraw(kept)) : kept),
      'service',
    );

  /** Drops a step that does not apply from the request and from the document. */
  function dropStep(kept: Kept, request: Request, step: Step): Kept {
    const { record } = kept;
    const { unsent } = request;
    const steps = unsent.steps.filter((one) => one !== step);
    const left = mergeRecord(record, { plain: unsent.plain, steps }, record);
    const after = mergeRecord(documentOf(unsent), kept.unsent, documentOf(left.unsent));
    for (const one of [step, ...left.refused, ...after.refused]) store.refused(one);
    return { ...kept, request: undefined, unsent: joined(left.unsent, after.unsent) };
  }

  /** The step of the operation that a refusal names, by its index in the body. */
  function stepNamed({ unsent, body }: Request, detail = ''): Step | undefined {
    const index = Number(/^operation (\d+)/.exec(detail)?.[1] ?? Number.NaN);
    const ofSteps = unsent.steps.flatMap((step) => operationsOf(step).map(() => step));
    return ofSteps[index - (JSON.parse(body).length - ofSteps.length)];
  }

  /** @returns false where the refusal names nothing that could be left out */
  async function refuse(request: Request, failure: PlaykeepError): Promise<boolean> {
    const { status, message, detail } = failure;
    const step = failure.reason === 'patch-does-not-apply' ? stepNamed(request, detail) : undefined;
    if (step) {
      await store.update(
        (kept) => (kept?.request?.key === request.key ? dropStep(kept, kept.request, step) : kept),
        'service',
      );
      return true;
    }
    let found: readonly Held[] = [];
    await giveBack(request, (kept) => {
      const document = documentOf(kept.unsent);
      found = namedBy(failure, kept.record, request.unsent).map((path) => ({
        ...{ path, value: valueAt(document, parsePointer(path)), status, message, detail },
      }));
      const paths = found.map(({ path }) => path);
      return { ...kept, held: [...kept.held.filter(({ path }) => !paths.includes(path)), ...found] };
    });
    if (found.length > 0) options.onHeld(found);
    return found.length > 0;
  }

  async function settle(request: Request, failure: PlaykeepError): Promise<void> {
    if (failure.code === 'conflict' && failure.record) {
      const { text, etag = '' } = failure.record;
      const answer = { tag: etag, record: parseText(text) as ObjectValue, writtenAt: failure.writtenAt };
      await store.update((kept) => kept && store.device.answered(kept, request, answer, false), 'service');
    } else if (failure.status === 422) await giveBack(request, (kept) => kept);
    else if (staysUnderWay(failure) || !(await refuse(request, failure))) throw failure;
  }

  return {
    /** Asks the service whose the token is. */
    async confirm(): Promise<void> {
      answerOf(await readRecord(transport, signal), identity);
    },

    /** Reads the record. No request may be under way. */
    async read(): Promise<void> {
      const reply = await readRecord(transport, signal, store.kept?.tag);
      if (reply.status !== 304) await this.adopt(reply);
    },

    /** Takes a record that was read. */
    async adopt(reply: Reply): Promise<void> {
      const answer = answerOf(reply, identity);
      await store.update((kept) => kept && store.device.read(kept, answer), 'service');
    },

    /** Makes the next request, and puts it on the device. @returns false where nothing is to be sent */
    async compose(): Promise<boolean> {
      const { kept } = store;
      if (!kept || kept.request) return false;
      const next = withRequest(kept, installation, units);
      if (next === kept) return false;
      options.sessionId();
      const stored = store.update(
        (now) => (now === kept ? next : now && withRequest(now, installation, units)),
        'game',
      );
      // A page that closes has no time for it.
      if (!options.isHidden()) await stored;
      return true;
    },

    /** Sends the request under way. @throws PlaykeepError where it stays under way, or where the save is blocked */
    async send(request: Request): Promise<void> {
      for (;;) {
        const sessionId = options.sessionId();
        let reply: Reply;
        try {
          reply = await sendBytes(request, sessionId);
        } catch (failure) {
          if (!(failure instanceof PlaykeepError)) throw failure;
          const isOver = isSessionOver(failure);
          if (isOver && sessionId !== undefined) options.onSessionOver(sessionId);
          // Another session of this device may be active, in whose name it goes again.
          if (isOver && options.sessionId() !== sessionId) continue;
          return settle(request, failure);
        }
        const answer = answerOf(reply, identity);
        return store.update((kept) => kept && store.device.answered(kept, request, answer, true), 'service');
      }
    },
  };
}

/** With the next request, where something is to be sent. */
function withRequest(kept: Kept, installation: string, units: readonly Path[]): Kept {
  if (kept.request || kept.questions.length > 0) return kept;
  const { unsent, held } = sendable(kept);
  const own = { key: randomId(), installation };
  const condition = kept.tag === undefined ? { ifNoneMatch: '*' } : { ifMatch: kept.tag };
  const whole = (document: ObjectValue) =>
    ({ method: 'POST', type: 'application/json', body: `{"data":${toText(document)}}` }) as const;
  if (kept.begun) {
    // The first write is the whole document.
    const document = documentOf(unsent);
    const request: Request = { ...own, ...condition, ...whole(document), unsent, upTo: kept.last };
    return { ...kept, held, request, unsent: withHeld({ plain: document, steps: [] }, kept, held) };
  }
  const next = requestOf(kept.record, unsent, mostOperations, units);
  if (next.operations.length === 0) return kept;
  const patch = { method: 'PATCH', type: playkeepPatchType, body: toText(next.operations as never) } as const;
  const document = documentOf(next.held);
  const isWhole = next.held.steps.length === 0 && next.operations.some(({ path }) => path === '');
  const upTo = next.waiting.length === 0 ? kept.last : kept.acknowledged;
  const request: Request = {
    ...own,
    ...condition,
    ...(isWhole ? whole(document) : patch),
    unsent: next.held,
    upTo,
  };
  return { ...kept, held, request, unsent: withHeld({ plain: document, steps: next.waiting }, kept, held) };
}

/** The members that are held back stay in the document. */
function withHeld(unsent: Unsent, kept: Kept, held: readonly Held[]): Unsent {
  let { plain } = unsent;
  for (const { path } of held) plain = withOther(plain, parsePointer(path), kept.unsent.plain);
  const steps = kept.unsent.steps.filter((step) => held.some(({ path }) => touches(step, path)));
  return { plain, steps: [...unsent.steps, ...steps] };
}

/** Failures after which the game, a new token or time decides. */
const stopping: readonly (FailureReason | undefined)[] = ['player-suspended', 'player-not-found'];

export const isStopping = (failure: PlaykeepError): boolean =>
  failure.status === 401 || failure.code === 'superseded' || stopping.includes(failure.reason);

const staysUnderWay = (failure: PlaykeepError): boolean =>
  isStopping(failure) ||
  isTemporary(failure) ||
  isSessionOver(failure) ||
  failure.status === 0 ||
  failure.status >= 500;
