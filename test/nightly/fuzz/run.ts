// Sends requests of the grammar from a few concurrent workers, and checks every answer by the contract. Each worker has a name, a
// connection and players of its own, so the same seed sends the same requests, independent of the other workers.
import { routeTable } from '../../../src/routes.ts';
import { createConnection, type Outcome } from '../../harness/connection.ts';
import type { RawAnswer } from '../../harness/raw-answers.ts';
import { signTestToken } from '../../harness/service.ts';
import { type Contract, isBare } from './contract.ts';
import { createNotebook, learn, learnAsServer, learnRegistered, type Notebook, note } from './notebook.ts';
import { createRandom, type Random } from './random.ts';
import { createRequest, type FuzzRequest } from './requests.ts';

export interface FuzzOptions {
  readonly url: string;
  readonly contract: Contract;
  /** The facts that repeat a failure. */
  readonly seed: number;
  /** Names the sequence of requests. */
  readonly stream: string;
  /** The number for all workers together. */
  readonly requests: number;
  readonly erasedPlayer: string;
}

export interface Report {
  readonly failures: string[];
  /** The count of each documented answer, as `operationId status`. */
  readonly seen: Map<string, number>;
}

const workers = 8;
const playersOfWorker = 3;
const enoughFailures = 10;

/** No answer within this time is a hang. */
const answerMilliseconds = 10_000;

/** The wait for an optional answer. */
const partialMilliseconds = 30;

export async function fuzz(options: FuzzOptions): Promise<Report> {
  const report: Report = { failures: [], seen: new Map() };
  const share = Math.ceil(options.requests / workers);
  await Promise.all(Array.from({ length: workers }, (_, n) => work(options, n, share, report)));
  return report;
}

export const playerName = (worker: number, n: number): string =>
  `player ${worker}.${n}${n === 1 ? ' é"\\' : ''}`;

/** All players, in the order in which they are to be registered so that their ids repeat with the seed. */
export const playerNames = Array.from({ length: workers }, (_, worker) =>
  Array.from({ length: playersOfWorker }, (_, n) => playerName(worker, n)),
).flat();

async function createPlayers(worker: number, erasedPlayer: string): Promise<Notebook[]> {
  const names = Array.from({ length: playersOfWorker }, (_, n) => playerName(worker, n));
  return Promise.all(
    [...names, erasedPlayer].map(async (name) => {
      const token = await signTestToken(name);
      return createNotebook(name, [`Bearer ${token}`, `bearer  ${token}`], name === erasedPlayer);
    }),
  );
}

async function work(options: FuzzOptions, worker: number, share: number, report: Report): Promise<void> {
  const { url, contract, seed, stream, erasedPlayer } = options;
  const random = createRandom(`${stream} worker ${worker}`);
  const players = await createPlayers(worker, erasedPlayer);
  const connection = createConnection(url);
  for (let index = 0; index < share && report.failures.length < enoughFailures; index += 1) {
    const request = createRequest(random, pickPlayer(random, players), `w${worker}-${index}`);
    const isPartial = request.framing.startsWith('too ') || !request.isSound;
    const outcome = await connection.exchange(request.bytes, {
      isHead: request.method === 'HEAD',
      milliseconds: isPartial ? partialMilliseconds : answerMilliseconds,
    });
    const fault = judge(contract, request, outcome, report);
    if (fault !== undefined) {
      report.failures.push(
        describe(`SEED=${seed} (${stream}) worker ${worker} request ${index}`, fault, request.bytes, outcome),
      );
      connection.end();
    } else if (request.endsConnection) connection.end();
  }
  connection.end();
}

function pickPlayer(random: Random, players: readonly Notebook[]): Notebook {
  const erased = players.at(-1) as Notebook;
  return random.chance(0.01) ? erased : random.pick(players.slice(0, -1));
}

/** The fault of the outcome, if any. The values of the answer are noted. */
function judge(
  contract: Contract,
  request: FuzzRequest,
  outcome: Outcome,
  report: Report,
): string | undefined {
  // The rest of a body that is longer than announced is a next, malformed request.
  const mayBeRefused = !request.isSound || request.framing === 'too short';
  if (typeof outcome === 'string') {
    if (mayBeRefused && (outcome === 'closed' || outcome === 'silent')) return undefined;
    // A server of the fuzzer may have erased the player in between.
    if (outcome === 'cut' && request.target.endsWith('/export')) return undefined;
    return request.framing === 'too long' && outcome === 'silent' ? undefined : outcome;
  }
  if (mayBeRefused && isBare(outcome)) return undefined;
  const { fault, seen, body } = contract.check(request, outcome);
  if (fault !== undefined) return fault;
  report.seen.set(seen, (report.seen.get(seen) ?? 0) + 1);
  const isServers = serverOperations.has(seen.split(' ')[0] ?? '');
  if (isServers) {
    const isKeyed = /^\/api\/server\/players\/(?:by-id\/)?[^/]+\/metadata/.test(request.target);
    return judgeAsServer(request, outcome, body) ?? judgeReplay(request, outcome, isKeyed);
  }
  const isPlayers = seen !== '' && !/^(?:path|method|page|live|ready) /.test(seen);
  return (
    (isPlayers ? judgeAsPlayer(request, outcome, body) : undefined) ??
    judgeReplay(request, outcome, isPlayers)
  );
}

export const serverOperations = new Set(
  routeTable.flatMap(({ access, operation }) =>
    access.kind === 'server' && operation ? [operation.operationId] : [],
  ),
);

const tokenFault = (token: FuzzRequest['token'], status: number): string | undefined =>
  (token === 'bad' && status !== 401) || (token === 'good' && status === 401)
    ? `${status} for a ${token} token`
    : undefined;

/** The rules for an answer to a server, beyond its form. Its key has all scopes. */
function judgeAsServer(request: FuzzRequest, answer: RawAnswer, body: unknown): string | undefined {
  const { status } = answer;
  const fault = tokenFault(request.token, status) ?? metadataFault(request, answer);
  if (fault !== undefined) return fault;
  if (status === 403) return '403 for a key with all scopes';
  const isLearnt = status === 200 && request.method !== 'HEAD' && !request.endsConnection;
  if (isLearnt) learnAsServer(request.notebook, body);
  if (isLearnt) learnRegistered(request.notebook, body);
  return undefined;
}

/** The rules for an answer to a player, beyond its form. */
function judgeAsPlayer(request: FuzzRequest, answer: RawAnswer, body: unknown): string | undefined {
  const { status, headers } = answer;
  const { token, notebook } = request;
  const fault = tokenFault(token, status);
  if (fault !== undefined) return fault;
  // A mutated path or method of a server may erase any player, who stays erased.
  if (status === 404 && headers.get('x-error-detail') === 'this player was erased') notebook.isErased = true;
  if (notebook.isErased)
    return status === 404 || status === 401 ? undefined : `${status} for an erased player`;
  if (status !== 200 || request.method === 'HEAD') return undefined;
  const other = metadataFault(request, answer);
  if (other !== undefined) return other;
  const data = (body as { data: { playerId?: string } }).data;
  const isOwn = !/\/metadata\/[^h]/.test(request.target);
  if (isOwn && data.playerId !== undefined && data.playerId !== notebook.playerId)
    return `the answer to ${data.playerId}`;
  // Waiting for an optional answer would make the sequence depend on time.
  if (isOwn && !request.endsConnection) learn(notebook, headers.get('etag'), body);
  return undefined;
}

const isErased = ({ status, text }: { readonly status: number; readonly text: string }): boolean =>
  status === 404 && text.includes('"Player not found"');

const isSuspension = ({ status, text }: { readonly status: number; readonly text: string }): boolean =>
  status === 403 && text.includes('"Player suspended"');

const numberOf = (text: string): string | undefined => /"sequentialId":(\d+)/.exec(text)?.[1];

/** A set is answered with the metadata that was sent. */
function metadataFault(request: FuzzRequest, { status, body }: RawAnswer): string | undefined {
  const { method, target, framing, metadata = undefined } = { ...request, ...request.body };
  const isSet = method === 'POST' && /^\/api\/(?:game|server\/players\/\d+)\/metadata$/.test(target);
  if (!isSet || status !== 200 || metadata === undefined || framing.startsWith('too ')) return undefined;
  return body.toString().endsWith(`,"metadata":${metadata}}}`) ? undefined : 'other metadata than was sent';
}

/** A repetition under a key must get the first answer. A first request is noted. */
function judgeReplay(
  request: FuzzRequest,
  { status, body }: RawAnswer,
  isPlayers: boolean,
): string | undefined {
  const { first, notebook } = request;
  const answer = { status, text: body.toString() };
  // A server of the fuzzer may have suspended or erased the player in between. No key stores these refusals.
  if (isSuspension(answer) || isErased(answer)) return undefined;
  if (first) {
    const isSame = first.status === answer.status && first.text === answer.text;
    // A mutated path of a server may have erased the player in between.
    const isGone = notebook.isErased || (status === 404 && request.target.startsWith('/api/server/'));
    // A server writes for a player who is registered anew then, under another number, without the keys of before.
    const isAnew = numberOf(first.text) !== numberOf(answer.text);
    return isSame || isGone || isAnew
      ? undefined
      : `sent again, it was ${first.status} ${first.text.slice(0, 300)}`;
  }
  const hasKey = request.headers.some(([name, value]) => name === 'Idempotency-Key' && value.length < 300);
  // Under an installation a repetition is answered with the record as it is then.
  const isOfInstallation = request.headers.some(([name]) => name === 'X-Installation-Id');
  // The routes that take an idempotency key.
  const isKeyed = /\/(?:metadata|session)\b/.test(request.target) && !request.target.includes('lookup');
  const isWrite = /^(?:POST|PATCH|DELETE)$/.test(request.method) && isKeyed;
  if (isPlayers && hasKey && !isOfInstallation && isWrite && !request.endsConnection)
    note(notebook.keyed, { request, answer });
  return undefined;
}

/** Everything that repeats the failure. */
export function describe(where: string, fault: string, sent: Uint8Array, outcome: Outcome): string {
  const bytes = JSON.stringify(Buffer.from(sent).toString('latin1'));
  const answer =
    typeof outcome === 'string'
      ? outcome
      : `${outcome.status} ${JSON.stringify([...outcome.headers])} ${outcome.body.toString('latin1').slice(0, 1_000)}`;
  return `${fault}\n  ${where}\n  sent ${bytes.slice(0, 3_000)}${bytes.length > 3_000 ? `… (${sent.length} bytes)` : ''}\n  got  ${answer}`;
}
