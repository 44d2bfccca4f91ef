// The engines that behaviour tests loop over. Each brings a fresh, empty database and the setting that names it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../src/config.ts';

export interface TestDatabase {
  readonly environment: Environment;
  /** A folder of its own, for whatever else a test writes. */
  readonly directory: string;
  remove(): void;
}

export interface TestEngine {
  readonly name: string;
  create(): Promise<TestDatabase>;
}

export function temporaryDirectory(): { readonly directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-test-'));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

const sqlite: TestEngine = {
  name: 'sqlite',
  async create() {
    const { directory, remove } = temporaryDirectory();
    return { directory, remove, environment: { DATABASE_URL: `sqlite:${join(directory, 'playkeep.db')}` } };
  },
};

export const engines: readonly TestEngine[] = [sqlite];
