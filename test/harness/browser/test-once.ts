// Tests of what a page does by itself. The engine behind the service makes no difference to them, so they run on one.
import { test } from 'bun:test';
import { sqlite, type TestEngine } from '../engines.ts';

/** `test` on SQLite; on other engines a function that registers nothing. */
export const testOnceOn = (engine: TestEngine): typeof test =>
  engine === sqlite ? test : (Object.assign(() => undefined, test) as typeof test);
