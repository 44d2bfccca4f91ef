// Tests of the store's promises, on each engine.
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import { allEngines, type TestEngine } from './engines.ts';
import { pgbouncer } from './pgbouncer.ts';
import { openTestStore, type TestStore } from './store.ts';

/** All engines, and PostgreSQL behind PgBouncer where that is installed. */
export const enginesAndPooler: readonly TestEngine[] = pgbouncer ? [...allEngines, pgbouncer] : allEngines;

/** A store for each test of the block, or one for all of them, whose tests take players of their own. */
export function useStore(
  engine: TestEngine,
  { environment, isShared = false }: { readonly environment?: Environment; readonly isShared?: boolean } = {},
): TestStore {
  const t = {} as TestStore;
  const open = async (): Promise<void> => {
    const opened = await openTestStore(engine, environment);
    Object.defineProperties(t, Object.getOwnPropertyDescriptors(opened));
  };
  (isShared ? beforeAll : beforeEach)(open, 60_000);
  (isShared ? afterAll : afterEach)(() => t.remove(), 60_000);
  return t;
}

export interface StoreOptions {
  readonly engines?: readonly TestEngine[];
  readonly environment?: Environment;
  readonly isShared?: boolean;
}

export function describeStores(
  name: string,
  { engines = allEngines, ...options }: StoreOptions,
  tests: (t: TestStore, engine: TestEngine) => void,
): void {
  for (const engine of engines)
    describe(`${name} on ${engine.name}`, () => tests(useStore(engine, options), engine));
}
