// The host of the client for .NET: a process that makes clients, saves and sessions as a test says by messages, a JSON object a
// line (sdks/dotnet/Playkeep.Client.TestHost). It asks the test for tokens, answers of the network, and the end of pauses.
import { PlaykeepError } from '../../../../client/src/index.ts';

type Message = Readonly<Record<string, unknown>>;
/** Answers a question of the host. @param end aborted when the host needs no answer any more */
export type Answerer = (question: Message, end: AbortSignal) => Promise<Message>;

export interface Host {
  /** Asks the host to do something. @throws PlaykeepError as the client throws it */
  call(action: string, members: Message): Promise<unknown>;
  /** Hears the messages and questions about a client, a save or a session, by the name that the test gave it. */
  onMessage(name: string, listener: (message: Message) => void): void;
  onQuestion(name: string, answer: Answerer): void;
  stop(): Promise<void>;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A failure of the client for .NET as the client for TypeScript throws it. */
export function failureOf(error: Message): Error {
  const message = String(error.message);
  if (error.name === 'ArgumentException') return new TypeError(message);
  if (error.name !== 'PlaykeepError') return new Error(`${error.name}: ${message}`);
  return new PlaykeepError(error.code as PlaykeepError['code'], message, {
    status: error.status as number,
    reason: (error.reason ?? undefined) as PlaykeepError['reason'],
    detail: textOf(error.detail),
    record: (error.record ?? undefined) as PlaykeepError['record'],
    ...(error.retryAfterSeconds !== null && { retryAfterSeconds: error.retryAfterSeconds as number }),
  });
}

export function startHost(program: readonly string[]): Host {
  const process = Bun.spawn([...program, 'serve'], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
  const calls = new Map<number, (message: Message) => void>();
  const listeners = new Map<string, (message: Message) => void>();
  const answerers = new Map<string, Answerer>();
  const questions = new Map<number, AbortController>();
  let last = 0;

  const write = (message: Message) => {
    process.stdin.write(`${JSON.stringify(message)}\n`);
    process.stdin.flush();
  };

  async function answer(question: Message): Promise<void> {
    const number = question.ask as number;
    const end = new AbortController();
    questions.set(number, end);
    const answerer = answerers.get(String(question.save ?? question.client));
    try {
      write({ answer: number, ...(await answerer?.(question, end.signal)) });
    } catch (failure) {
      write({ answer: number, failed: String(failure) });
    } finally {
      questions.delete(number);
    }
  }

  function hear(message: Message): void {
    if (typeof message.ask === 'number') return void answer(message);
    if (typeof message.wake === 'number') return void questions.get(message.wake)?.abort();
    // The state comes before the outcome of the call that made it.
    listeners.get(String(message.save ?? message.play))?.(message);
    if (typeof message.id !== 'number') return;
    calls.get(message.id)?.(message);
    calls.delete(message.id);
  }

  async function read(): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of process.stdout) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(JSON.parse(line));
    }
    for (const end of calls.values()) end({ error: { name: 'Host', message: 'the host ended' } });
  }
  void read();

  return {
    call: (action, members) =>
      new Promise((resolve, reject) => {
        last += 1;
        calls.set(last, ({ ok, error }) => (error ? reject(failureOf(error as Message)) : resolve(ok)));
        write({ id: last, do: action, ...members });
      }),
    onMessage: (name, listener) => void listeners.set(name, listener),
    onQuestion: (name, answerer) => void answerers.set(name, answerer),
    async stop() {
      process.stdin.end();
      process.kill();
      await process.exited;
    },
  };
}
