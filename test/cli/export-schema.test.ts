// The JSON Schema of an export: the one in the documents is fresh, every line of real exports is valid, and a wrong one is not.
import { describe, expect, test } from 'bun:test';
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
const validate = new Ajv2020({ validateFormats: false, strict: true, allowUnionTypes: true }).compile(
  exportSchema(),
);
const types = ['playkeep-export', 'statistics', 'end', ...transferTables.map(({ type }) => type)];

test('the schema in the documents, and the one that the command prints, are those of the shapes', async () => {
  expect(readFileSync(exportSchemaPath, 'utf8')).toBe(exportSchemaText());
  // It needs no database.
  const { status, stdout } = await runCommand(['export', '--schema'], {
    DATABASE_URL: 'sqlite:/nowhere/x.db',
  });
  expect([status, stdout]).toEqual([0, exportSchemaText()]);
});

test('it tells every column of every table', () => {
  const text = exportSchemaText();
  for (const { type, columns } of transferTables) {
    expect(text).toContain(`"const": "${type}"`);
    for (const { about } of Object.values(columns)) expect(text).toContain(JSON.stringify(about));
  }
});

for (const engine of engines) {
  test(`every line of an export from ${engine.name} is valid`, async () => {
    const { environment, directory, remove } = await withDemo(engine, 150).create();
    try {
      expect((await runCommand(['player', 'erase', 'jiho.f17'], environment)).status).toBe(0);
      const file = join(directory, 'all.jsonl');
      const { status, stderr } = await runCommand(['export', file], environment);
      expect([status, stderr]).toEqual([0, '']);
      const lines = readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const seen = new Set<string>();
      for (const line of lines) {
        seen.add(line.type);
        if (!validate(line)) throw new Error(`${JSON.stringify(line)}: ${JSON.stringify(validate.errors)}`);
      }
      expect([...seen].sort()).toEqual(types.toSorted());
    } finally {
      await remove();
    }
  }, 120_000);
}

describe('a line is refused', () => {
  const player = {
    ...{ type: 'player', sequentialId: 1, playerId: 'ann', registeredAt: 1, metadataVersion: 1 },
    ...{ metadataText: '{}', writtenAt: 1, writtenBy: 'player', sessionId: null, keptAt: null, keyId: null },
    ...{ suspendedUntil: null, suspensionReason: null, lastSeenAt: null, lastWrites: null },
  };
  test('unless it is whole and of the right types', () => {
    expect(validate(player)).toBe(true);
    for (const wrong of [
      { ...player, sequentialId: 0 },
      { ...player, sequentialId: '1' },
      { ...player, registeredAt: 1.5 },
      { ...player, metadataText: {} },
      { ...player, writtenBy: 'nobody' },
      { ...player, sessionId: 'none' },
      { ...player, more: 1 },
      { ...player, type: 'user' },
      Object.fromEntries(Object.entries(player).filter(([name]) => name !== 'playerId')),
      { type: 'playkeep-export', version: 5, lastSequentialId: 1 },
      { type: 'end' },
      [player],
      null,
    ])
      expect([wrong, validate(wrong)]).toEqual([wrong, false]);
  });
});
