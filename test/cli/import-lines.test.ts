// The lines of an import: of any length, with the line ends of any system, cut into chunks anywhere.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { importExport } from '../../src/cli/import.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Transfer } from '../../src/store/ports/transfer.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { openSqliteTransfer } from '../../src/store/sqlite/transfer.ts';
import { temporaryDirectory } from '../harness/engines.ts';

let path: string;
let transfer: Transfer;
let remove: () => void;
beforeEach(() => {
  const { directory, remove: removeDirectory } = temporaryDirectory();
  remove = removeDirectory;
  path = join(directory, 'playkeep.db');
  transfer = openSqliteTransfer(path, systemClock);
});
afterEach(async () => {
  await transfer.close();
  remove();
});

const header = { type: 'playkeep-export', version: 2, lastSequentialId: 1 };
const ann = { type: 'player', sequentialId: 1, playerId: 'ann 🎮', registeredAt: 1, metadataVersion: 1 };
const player = (metadataText: string) => ({ ...ann, metadataText });
const end = { type: 'end', records: 1 };

const importText = async (text: string, chunkBytes: number): Promise<number> => {
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (from >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(from, from + chunkBytes));
      from += chunkBytes;
    },
  });
  return (await importExport(transfer, stream, () => undefined)).records;
};
function stored(): unknown {
  const { db } = openDatabase(path);
  const row = db.query('SELECT player_id, text FROM players JOIN metadata USING (sequential_id)').get();
  db.close();
  return row;
}

test.each([
  ['a newline', '\n', '\n'],
  ['a newline, but for the last', '\n', ''],
  ['CR and newline', '\r\n', '\r\n'],
])(
  'lines that end with %s are read, and characters cut between chunks are whole',
  async (_what, between, last) => {
    const text = '{"names":"é語🎮","cr":"\\r"}';
    const lines = [header, player(text), end].map((line) => JSON.stringify(line)).join(between) + last;
    for (const chunkBytes of [1, 2, 3, 7, 100_000]) {
      expect(await importText(lines, chunkBytes)).toBe(1);
    }
    expect(stored()).toEqual({ player_id: 'ann 🎮', text });
  },
);

test('the longest metadata in many small chunks is read as fast as it comes', async () => {
  const text = `{"x":"${'é'.repeat(8 * 1024 * 1024 - 10)}"}`;
  const lines = [header, player(text), end].map((line) => `${JSON.stringify(line)}\n`).join('');
  expect(await importText(lines, 1_000)).toBe(1);
  expect((stored() as { text: string }).text === text).toBe(true);
}, 90_000);
