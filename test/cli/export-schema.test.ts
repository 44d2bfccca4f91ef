// The JSON Schema of an export: the one in the documents is fresh, every line of real exports is valid, and a wrong one is not.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { exportSchema, exportSchemaText } from '../../src/cli/export-schema.ts';
import { transferTables } from '../../src/store/ports/transfer.ts';
import { runCommand } from '../harness/command.ts';
import { withDemo } from '../harness/demo-database.ts';
import { engines } from '../harness/engines.ts';
import { exportSchemaPath } from '../schema/export-schema.ts';

/** Formats are noted in the schema, and patterns check the same. */
const ajv = new Ajv2020({ validateFormats: false, strict: true, allowUnionTypes: true });
const validate = ajv.compile(exportSchema());
const types = ['playkeep-export', 'statistics', 'end', ...transferTables.map(({ type }) => type)];

test('the schema in the documents, and the one that the command prints, are those of the shapes', async () => {
  expect(readFileSync(exportSchemaPath, 'utf8')).toBe(exportSchemaText());
  // It needs no database.
  const { status, stdout } = await runCommand(['export', '--schema'], { DATABASE_URL: 'sqlite:/nowhere/x' });
  expect([status, stdout]).toEqual([0, exportSchemaText()]);
});

for (const engine of engines) {
  test(`every line of an export from ${engine.name} is valid`, async () => {
    const { environment, directory, remove } = await withDemo(engine, 150).create();
    try {
      expect((await runCommand(['player', 'erase', 'jiho.f17'], environment)).status).toBe(0);
      const file = join(directory, 'all.jsonl');
      const { status, stderr } = await runCommand(['export', file], environment);
      expect([status, stderr]).toEqual([0, '']);
      const seen = new Set<string>();
      for (const text of readFileSync(file, 'utf8').trimEnd().split('\n')) {
        const line = JSON.parse(text);
        seen.add(line.type);
        if (!validate(line)) throw new Error(`${JSON.stringify(line)}: ${JSON.stringify(validate.errors)}`);
      }
      expect([...seen].sort()).toEqual(types.toSorted());
    } finally {
      await remove();
    }
  }, 120_000);
}

test('a line is refused unless it is whole and of the right types', () => {
  const player = {
    ...{ type: 'player', sequentialId: 1, playerId: 'ann', registeredAt: 1, metadataVersion: 1 },
    ...{ metadataText: '{}', writtenAt: 1, writtenBy: 'player', sessionId: null, keptAt: null, keyId: null },
    ...{ suspendedUntil: null, suspensionReason: null, lastSeenAt: null, lastWrites: null },
  };
  const { playerId, ...nameless } = player;
  const changes = [
    ...[{ sequentialId: 0 }, { sequentialId: '1' }, { registeredAt: 1.5 }, { metadataText: {} }],
    ...[{ writtenBy: 'nobody' }, { sessionId: 'none' }, { more: 1 }, { type: 'user' }],
  ];
  expect(validate({ ...nameless, playerId })).toBe(true);
  const header = { type: 'playkeep-export', version: 5, lastSequentialId: 1 };
  const others = [nameless, header, { type: 'end' }, [player], null];
  for (const wrong of [...changes.map((change) => ({ ...player, ...change })), ...others])
    expect([wrong, validate(wrong)]).toEqual([wrong, false]);
});
