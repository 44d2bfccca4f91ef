// The client for .NET behind the interface of the client for TypeScript, so that the same tests prove both. A state that a test reads
// at once, such as `save.data`, is that of the newest message: it is right after an `await` of the call that made it.
import { platformEnvironment } from '../../../../client/src/environment.ts';
import type { ClientOptions, PlaykeepClient, Save, SaveOptions } from '../../../../client/src/index.ts';
import { failureOf, type Host, startHost } from './host.ts';

type Message = Readonly<Record<string, unknown>>;
type Listener = (event: unknown) => void;

let host: Host | undefined;
let names = 0;

/** The host of this process. The variable names the program, with its arguments after spaces. */
function theHost(): Host {
  host ??= startHost((process.env.PLAYKEEP_DOTNET_HOST ?? '').split(' '));
  return host;
}

function nameOf(kind: string): string {
  names += 1;
  return `${kind} ${names}`;
}

/** Sessions of the host, by the object that a test has. */
const sessionNames = new WeakMap<object, string>();
const storageName = (storage: unknown): string =>
  (storage as { readonly hostName?: string } | undefined)?.hostName ?? nameOf('memory');

export const memoryStorage = (): ClientOptions['storage'] & object =>
  ({ hostName: nameOf('memory') }) as never;
export const fileStorage = (folder: string): ClientOptions['storage'] & object =>
  ({ hostName: `folder ${folder}` }) as never;

const parse = (value: Message): object => ({
  ...value,
  etag: value.etag ?? undefined,
  ...(typeof value.text === 'string' && { metadata: JSON.parse(value.text) }),
});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function createClient(options: ClientOptions): PlaykeepClient {
  const { call, onQuestion } = theHost();
  const client = nameOf('client');
  const { now, sleep, random, onLifecycle } = options.environment ?? {};
  onQuestion(client, (question, end) => answer(options, question, end));
  onLifecycle?.((event) => void call('tell', { client, event }));
  const skew = () => (now ? now() - Date.now() : 0);
  const created = call('client', {
    ...{ client, url: options.url, player: options.player ?? null, skew: skew() },
    ...{ fetches: options.fetch !== undefined, sleeps: sleep !== undefined },
    ...(random && { chance: random() }),
    storage: storageName(options.storage),
  });
  /** The clock is told anew before each call. */
  async function ask(action: string, members: Message = {}): Promise<Message> {
    await created;
    if (now) await call('clock', { client, skew: skew() });
    return (await call(action, { client, ...members })) as Message;
  }
  const metadata = {
    get: async () => parse(await ask('metadata.get')),
    getBySequentialId: async (number: number) => parse(await ask('metadata.getBySequentialId', { number })),
    async lookup(numbers: readonly number[]) {
      const { records, unknown } = await ask('metadata.lookup', { numbers });
      return { records: (records as readonly Message[]).map(parse), unknown };
    },
    history: () => ask('metadata.history'),
    version: async (number: number) => parse(await ask('metadata.version', { number })),
    set: async (data: unknown, own: object) =>
      parse(await ask('metadata.set', { text: textOf(data), ...own })),
    merge: async (patch: unknown, own: object) =>
      parse(await ask('metadata.merge', { text: textOf(patch), ...own })),
    patch: async (operations: unknown, own: object) =>
      parse(await ask('metadata.patch', { text: textOf(operations), ...own })),
    delete: async (own: object) => void (await ask('metadata.delete', { ...own })),
    restore: async (number: number, own: object) => parse(await ask('metadata.restore', { number, ...own })),
  };
  const sessions = {
    start: (own: object) => ask('sessions.start', { ...own }),
    heartbeat: (own: object) => ask('sessions.heartbeat', { ...own }),
    stop: (own: object) => ask('sessions.stop', { ...own }),
    active: () => ask('sessions.active'),
    history: () => ask('sessions.history'),
    play: (own: object) => play(ask, own),
  };
  return {
    metadata,
    sessions,
    openSave: (own?: SaveOptions) => openSave(ask, own),
  } as unknown as PlaykeepClient;
}

type Ask = (action: string, members?: Message) => Promise<Message>;

/** Answers a question of the host about a client. */
async function answer(options: ClientOptions, question: Message, end: AbortSignal): Promise<Message> {
  if (question.token) return { token: await options.token() };
  if (typeof question.sleep === 'number') {
    // The most time of an attempt and of a token. The client for TypeScript takes it from the platform's own timers.
    const sleep = question.sleep === 30_000 ? platformEnvironment.sleep : options.environment?.sleep;
    await sleep?.(question.sleep, end);
    return {};
  }
  const url = String(question.fetch);
  const response = (await options.fetch?.(url, {
    method: String(question.method),
    headers: question.headers as Record<string, string>,
    body: question.body as string | null,
    redirect: 'manual',
    signal: end,
  })) as Response;
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    isRedirected: response.redirected === true || response.type === 'opaqueredirect',
  };
}

/** Events of a save or a session. */
function createListeners() {
  const all: (readonly [event: string, listener: Listener])[] = [];
  return {
    on(event: string, listener: Listener) {
      const entry = [event, listener] as const;
      all.push(entry);
      return () => void all.splice(all.indexOf(entry), 1);
    },
    tell(event: unknown, told: unknown) {
      for (const [name, listener] of [...all]) if (name === event) listener(told);
    },
  };
}

const errorOf = (error: unknown): Error | undefined => (error ? failureOf(error as Message) : undefined);

async function play(ask: Ask, options: object): Promise<object> {
  const name = nameOf('play');
  const { on, tell } = createListeners();
  let state: Message = {};
  theHost().onMessage(name, (message) => {
    state = message.state as Message;
    tell(message.event, message.told);
  });
  state = await ask('play', { play: name, ...options });
  const session = {
    get sessionId() {
      return state.sessionId ?? undefined;
    },
    get state() {
      return state.state;
    },
    get error() {
      return errorOf(state.error);
    },
    on,
    check: () => void ask('play.check', { play: name }),
    end: async () => void (await ask('play.end', { play: name })),
  };
  sessionNames.set(session, name);
  return session;
}

async function openSave(ask: Ask, options: SaveOptions = {}): Promise<Save> {
  const save = nameOf('save');
  const { on, tell } = createListeners();
  let state: Message = {};
  const named = (session: object | undefined): Message =>
    session ? { play: sessionNames.get(session) } : {};
  const { onMessage, onQuestion } = theHost();
  onMessage(save, (message) => {
    const before = state;
    state = message.state as Message;
    if (JSON.stringify(before.data) === JSON.stringify(state.data)) state = { ...state, data: before.data };
    const told = message.told as Message;
    if (message.event === 'change') tell('change', { data: state.data });
    else if (message.event) tell(message.event, { ...told, error: errorOf(told.error) });
  });
  onQuestion(save, async ({ base, mine, theirs, etag }) => ({
    data: await options.resolve?.({ base, mine, theirs, etag } as never),
  }));
  await ask('openSave', {
    ...{ save, resolves: options.resolve !== undefined, live: options.live === true },
    ...(options.initial !== undefined && { initial: options.initial }),
    ...named(options.session),
  });
  const act = (action: string, members: Message = {}) => ask(`save.${action}`, { save, ...members });
  return {
    get data() {
      return state.data;
    },
    get status() {
      return state.status;
    },
    get durable() {
      return state.durable;
    },
    get error() {
      return errorOf(state.error);
    },
    merge: (value: unknown) => act('merge', { value }),
    set: (value: unknown) => act('set', { value, seen: state.data }),
    patch: (value: unknown) => act('patch', { value }),
    increment: (path: string, value: number, own: object) => act('increment', { path, value, ...own }),
    append: (path: string, value: unknown, own: object) => act('append', { path, value, ...own }),
    flush: async () => void (await act('flush')),
    async pending() {
      const pending = (await act('pending')) as unknown as readonly Message[];
      return pending.map((change) => ({
        ...change,
        ...(change.error ? { error: errorOf(change.error) } : {}),
      }));
    },
    retry: (session?: object) => void act('retry', named(session)),
    discard: (change: string) => act('discard', { change }),
    on,
    close: async () => void (await act('close')),
  } as unknown as Save;
}
