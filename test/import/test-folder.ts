// A folder of its own for each test of a file.
import { afterEach, beforeEach } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '../harness/engines.ts';

export interface TestFolder {
  /** Its path, in a test. */
  readonly path: string;
  put(path: string, content: string | Uint8Array): void;
}

/** Makes the folder before each test and removes it behind it. */
export function useFolder(): TestFolder {
  let parent = '';
  let remove = (): void => undefined;
  beforeEach(() => {
    ({ directory: parent, remove } = temporaryDirectory());
    mkdirSync(join(parent, 'source'));
  });
  afterEach(() => remove());
  const pathOf = (): string => join(parent, 'source');
  return {
    get path() {
      return pathOf();
    },
    put(path, content) {
      mkdirSync(dirname(join(pathOf(), path)), { recursive: true });
      writeFileSync(join(pathOf(), path), content);
    },
  };
}
