// What contract tests of the store have in common.
import type { Metadata } from '../../../src/store/ports/metadata.ts';
import type { PlayerRecord } from '../../../src/store/ports/transfer.ts';
import type { Settlement } from '../../../src/store/ports/webhooks.ts';
import type { TestStore } from '../../harness/store.ts';

export const sessionA = '01a00000-0000-7000-8000-00000000000a';
export const sessionB = '01a00000-0000-7000-8000-00000000000b';
export const author = {
  keyId: '01a00000-0000-7000-8000-0000000000aa',
  keyName: 'backend',
  requestId: 'r-1',
};
export const day = 24 * 3_600_000;
/** The signal of a job that nobody ends. */
export const { signal } = new AbortController();

/** A conditional write that adds one to the counter `n`. */
/** What a sender writes about an endpoint where nothing came. */
export const emptySettlement: Settlement = {
  after: 0,
  range: undefined,
  missed: 0,
  hasDelivered: false,
  lastFailed: false,
  isDown: false,
  goneUrl: null,
  done: [],
  failed: [],
  log: [],
  forward: 0,
  retried: [],
  givenUp: null,
  prunes: false,
};

export const increment = ({ text = '{"n":0}' }: Metadata) => {
  const n = JSON.parse(text).n + 1;
  return { answer: n as number, text: `{"n":${n}}` };
};

/** The only player's record in an export. */
export async function exportedPlayer(t: TestStore): Promise<PlayerRecord | undefined> {
  for await (const page of (await t.transfer()).read()) {
    const records = Array.isArray(page) ? page : [];
    for (const record of records) if (record.type === 'player') return record;
  }
  return undefined;
}

/** Builds the declared indexes, once every process knows them. */
export function buildIndexes(t: TestStore, store = t.store): Promise<void> {
  t.clock.advance(120_000);
  return store.indexes.build(signal, () => undefined);
}
