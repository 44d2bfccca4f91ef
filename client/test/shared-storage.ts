// The storage that the tabs of a browser share, for tests outside one.
import type { SaveStorage } from '../src/index.ts';
import { createModel } from '../src/storage/area.ts';
import { createMemoryArea } from '../src/storage/memory-storage.ts';

/** One area of which each tab has a view of its own, as with IndexedDB. `pause` comes before and after each step. */
export function sharedStorage(
  pause: () => Promise<unknown> = () => Promise.resolve(),
  storageName?: string,
): SaveStorage {
  const models = new Map<string, ReturnType<typeof createModel>>();
  const slowly =
    <Arguments extends readonly unknown[], Result>(act: (...args: Arguments) => Promise<Result>) =>
    async (...args: Arguments): Promise<Result> => {
      await pause();
      const result = await act(...args);
      await pause();
      return result;
    };
  return {
    async open(name) {
      const model = models.get(name) ?? createModel();
      models.set(name, model);
      const { read, commit, close } = createMemoryArea(model);
      const steps = { read: slowly(read), commit: slowly(commit) };
      return { ...steps, close, storageName, isShared: true, isDurable: true };
    },
  };
}

/** The storage of a device whose game is killed: from then on that game neither reads nor writes it, and the next one goes on. */
export function mortalStorage() {
  const models = new Map<string, ReturnType<typeof createModel>>();
  return {
    begin() {
      let isAlive = true;
      const storage: SaveStorage = {
        async open(name) {
          const model = models.get(name) ?? createModel();
          models.set(name, model);
          const area = createMemoryArea(model);
          const never = () => new Promise<never>(() => undefined);
          return {
            ...area,
            isDurable: true,
            read: () => (isAlive ? area.read() : never()),
            commit: (update) => (isAlive ? area.commit(update) : never()),
          };
        },
      };
      return {
        storage,
        end() {
          isAlive = false;
        },
      };
    },
  };
}

export type Step = 'read' | 'commit';

/** The same storage in one tab, whose steps a test holds up. */
export function around(
  storage: SaveStorage,
  pass: <Result>(step: Step, act: () => Promise<Result>) => Promise<Result>,
): SaveStorage {
  return {
    async open(name) {
      const area = await storage.open(name);
      return {
        ...area,
        read: () => pass('read', area.read),
        commit: (update) => pass('commit', () => area.commit(update)),
      };
    },
  };
}
