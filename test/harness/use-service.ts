// A service for all tests of a file or of a `describe`, or a fresh one for each of its tests, and files that its settings name.
import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './engines.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';

/** The start of a service may take long beside a heavy load. */
const startMilliseconds = 60_000;

/** One service for all tests here. Each takes players of its own. */
export const useService = (options?: ServiceOptions): Service => use(beforeAll, afterAll, options);

/** A service for each test here, for tests that restart it, set it, move its clock, count or list. */
export const useFreshService = (options?: ServiceOptions): Service => use(beforeEach, afterEach, options);

/** A file with a value as JSON, until all tests here have ended. @returns its path */
export function useFile(value: unknown): string {
  const { directory, remove } = temporaryDirectory();
  afterAll(remove);
  const path = join(directory, 'file.json');
  writeFileSync(path, JSON.stringify(value));
  return path;
}

function use(before: typeof beforeAll, after: typeof afterAll, options: ServiceOptions | undefined): Service {
  let started: Service | undefined;
  before(async () => {
    started = await startService(options);
  }, startMilliseconds);
  after(async () => {
    await started?.stop();
    started = undefined;
  });
  return new Proxy({} as Service, {
    get(_, name) {
      if (started === undefined) throw new Error('the service runs only in hooks and tests');
      return Reflect.get(started, name);
    },
  });
}
