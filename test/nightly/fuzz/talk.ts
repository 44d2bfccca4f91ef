// Holds concurrent conversations on raw sockets, and checks the answers: all are complete, in the order of the requests, from the
// service or the parser, and none is to a smuggled request.

import { parseAnswer, type RawAnswer } from '../../harness/raw-answers.ts';
import { signTestToken } from '../../harness/service.ts';
import { type Contract, isBare } from './contract.ts';
import { type Conversation, createConversation } from './conversations.ts';
import { smuggledId } from './malformed.ts';
import { createNotebook, type Notebook } from './notebook.ts';
import { createRandom } from './random.ts';
import { describe, type FuzzOptions, playerNames, type Report } from './run.ts';

const talkers = 16;
const enoughFailures = 10;

/** The waits for an optional and for a required answer. */
const quietMilliseconds = 40;
const answerMilliseconds = 10_000;

export async function talk(options: FuzzOptions): Promise<Report> {
  const { contract, seed, stream, requests } = options;
  const report: Report = { failures: [], seen: new Map() };
  const share = Math.ceil(requests / talkers);
  const one = async (talker: number): Promise<void> => {
    const random = createRandom(`${stream} talker ${talker}`);
    const playerId = playerNames[talker % playerNames.length] ?? '';
    const notebook: Notebook = createNotebook(playerId, [`Bearer ${await signTestToken(playerId)}`]);
    for (let index = 0; index < share && report.failures.length < enoughFailures; index += 1) {
      const conversation = createConversation(random, notebook, `t${talker}-${index}`);
      const { received, isClosed } = await hold(options.url, conversation);
      const { fault, answers } = judge(contract, conversation, received, isClosed);
      for (const answer of answers) {
        const seen = `${conversation.name}: ${isBare(answer) ? 'bare ' : ''}${answer.status}`;
        report.seen.set(seen, (report.seen.get(seen) ?? 0) + 1);
      }
      if (fault === undefined) continue;
      const where = `SEED=${seed} (${stream}) talker ${talker} conversation ${index}: ${conversation.name}`;
      const last = answers.at(-1) ?? (isClosed ? 'closed' : 'silent');
      report.failures.push(describe(where, fault, Buffer.concat(conversation.pieces), last));
    }
  };
  await Promise.all(Array.from({ length: talkers }, (_, talker) => one(talker)));
  return report;
}

async function hold(
  url: string,
  { pieces, requests, isAnswered, isRefused, leave }: Conversation,
): Promise<{ received: Buffer; isClosed: boolean }> {
  const { hostname, port } = new URL(url);
  const done = Promise.withResolvers<boolean>();
  let received = Buffer.alloc(0);
  const isHead = requests[0]?.method === 'HEAD';
  const isEnough = (): boolean => {
    const parsed = parseAnswer(received, isHead, false);
    return requests.length === 1 && isAnswered && typeof parsed !== 'string';
  };
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_socket, data) {
        received = Buffer.concat([received, data]);
        if (isEnough()) done.resolve(false);
      },
      close: () => done.resolve(true),
      error: () => done.resolve(true),
    },
  });
  socket.setNoDelay(true);
  for (const piece of pieces) {
    await write(socket, piece);
    if (pieces.length > 1) await Bun.sleep(0);
  }
  if (leave === 'ends') socket.end();
  else if (leave === 'resets') socket.terminate();
  const must = isAnswered || isRefused;
  const timer = setTimeout(() => done.resolve(false), must ? answerMilliseconds : quietMilliseconds);
  const isClosed = await done.promise;
  clearTimeout(timer);
  socket.terminate();
  return { received, isClosed };
}

/** Sends until everything is sent, or the other side closes. */
async function write(socket: Bun.Socket, bytes: Uint8Array): Promise<void> {
  for (let sent = 0, tries = 0; sent < bytes.length && tries < 500; tries += 1) {
    const written = socket.write(bytes.subarray(sent));
    if (written < 0) return;
    sent += written;
    if (sent < bytes.length) await Bun.sleep(1);
  }
}

interface Judged {
  readonly fault: string | undefined;
  readonly answers: readonly RawAnswer[];
}

function judge(contract: Contract, conversation: Conversation, received: Buffer, isClosed: boolean): Judged {
  const { pieces, requests, isAnswered, isRefused, leave } = conversation;
  const answers: RawAnswer[] = [];
  const judged = (fault: string | undefined): Judged => ({ fault, answers });
  const waiting = [...requests];
  const saysHead = Buffer.from(pieces[0] ?? []).toString('latin1', 0, 5) === 'HEAD ';
  for (let rest = received; rest.length > 0; ) {
    const mayBeHead = requests.length === 0 && ((answers.length === 0 && saysHead) || isAllHead(rest));
    const isHead = mayBeHead || isHeadNext(waiting, rest);
    const parsed = parseAnswer(rest, isHead, isClosed);
    // After a disconnect or the end of the wait, half an answer is allowed.
    if (parsed === 'incomplete') {
      const isHalf = leave === 'waits' && isClosed && !interim.test(rest.toString('latin1'));
      return judged(isHalf ? 'half an answer' : undefined);
    }
    if (parsed === 'malformed')
      return judged(`malformed: ${JSON.stringify(rest.toString('latin1').slice(0, 300))}`);
    answers.push(parsed.answer);
    rest = rest.subarray(parsed.length);
    const fault = judgeAnswer(contract, requests, waiting, parsed.answer, isHead);
    if (fault !== undefined) return judged(fault);
  }
  if (isAnswered && answers.length === 0) return judged('no answer');
  if (isRefused && !(isClosed && answers.every(isBare) && answers.length <= 1))
    return judged('it was not refused');
  return judged(undefined);
}

/** The bytes that may come before an answer. */
const interim = /^HTTP\/1\.1 1\d\d [^\r\n]*\r\n\r\n$/;

/** Corrupted bytes may be any request, also a HEAD. */
function isAllHead(rest: Buffer): boolean {
  const parsed = parseAnswer(rest, true, false);
  return typeof parsed !== 'string' && parsed.length === rest.length;
}

/** An answer has the id of its request, so the answer to a HEAD is known by the id. */
function isHeadNext(
  waiting: readonly { requestId: string | undefined; method: string }[],
  rest: Buffer,
): boolean {
  const id = /^x-request-id: (?<id>.*)\r$/im.exec(rest.toString('latin1', 0, 2_000))?.groups?.id;
  const asked = waiting.find((request) => request.requestId === id);
  return asked?.method === 'HEAD';
}

function judgeAnswer(
  contract: Contract,
  requests: Conversation['requests'],
  waiting: { requestId: string | undefined }[],
  answer: RawAnswer,
  isHead: boolean,
): string | undefined {
  const id = answer.headers.get('x-request-id');
  if (id === smuggledId) return 'what was smuggled was answered';
  if (isBare(answer)) return requests.length === 1 ? 'a bare answer to a sound request' : undefined;
  if (requests.length === 0) return contract.checkAny(answer, isHead);
  const asked = requests.find((request) => request.requestId === id);
  const position = waiting.findIndex((request) => request.requestId === id);
  if (!asked || position < 0) return `an answer to ${id}, out of turn`;
  if (position > 0) return `an answer to ${id} before the one to ${waiting[0]?.requestId}`;
  waiting.shift();
  return contract.check(asked, answer).fault;
}
