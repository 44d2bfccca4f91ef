// The Web Locks of a browser, for tests outside one.
import { afterAll, beforeAll, beforeEach } from 'bun:test';

interface Claim {
  readonly run: () => Promise<void>;
  readonly end: () => void;
}

interface LockOptions {
  readonly signal?: AbortSignal;
  readonly ifAvailable?: boolean;
}

/** Exclusive locks in the order of the requests. `kill` takes a lock from a tab, as its death does: from its holder, or from a later one. */
export function playLocks() {
  const queues = new Map<string, Claim[]>();
  const next = (name: string) => void queues.get(name)?.[0]?.run();
  return {
    request(
      name: string,
      { signal, ifAvailable }: LockOptions,
      run: (lock: unknown) => Promise<void>,
    ): Promise<void> {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      if (ifAvailable && queue.length > 0) return run(null);
      return new Promise((resolve, reject) => {
        const leave = () => {
          const isHolder = queue[0] === claim;
          if (queue.includes(claim)) queue.splice(queue.indexOf(claim), 1);
          if (isHolder) next(name);
        };
        let isRunning = false;
        const claim: Claim = {
          run() {
            isRunning = true;
            return run({ name }).then(leave).then(resolve);
          },
          end: leave,
        };
        queue.push(claim);
        signal?.addEventListener('abort', () => {
          if (!isRunning) leave();
          reject(signal.reason);
        });
        if (queue[0] === claim) next(name);
      });
    },
    query: async () => ({
      pending: [...queues].flatMap(([name, queue]) => queue.slice(1).map(() => ({ name }))),
    }),
    kill: (name: string, place = 0) => queues.get(name)?.[place]?.end(),
    /** The names of the locks that are held. */
    held: (): readonly string[] => [...queues].flatMap(([name, { length }]) => (length > 0 ? [name] : [])),
  };
}

/** Gives each test of the file locks of its own, in the place of those of a browser. @returns the locks of the test that runs */
export function playLocksInTests() {
  let locks: ReturnType<typeof playLocks> | undefined;
  beforeAll(() => {
    Object.defineProperty(globalThis.navigator, 'locks', { get: () => locks, configurable: true });
  });
  afterAll(() => Reflect.deleteProperty(globalThis.navigator, 'locks'));
  beforeEach(() => {
    locks = playLocks();
  });
  return {
    held: (): readonly string[] => locks?.held() ?? [],
    kill: (name: string, place?: number) => locks?.kill(name, place),
    /** The browser of the test that runs has none. */
    remove() {
      locks = undefined;
    },
  };
}
