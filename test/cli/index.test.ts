// `playkeep index`, beside a running service on each engine.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../harness/command.ts';
import { engines, type TestDatabase } from '../harness/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';

const instant = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';

describe.each(engines)('index on $name', (engine) => {
  let database: TestDatabase;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await engine.create({ migrated: engine.isDistributed });
    const file = join(database.directory, 'indexes.json');
    const declared = [
      ['/level', 'number'] as const,
      ['/level', 'string'] as const,
      ['/a\tb', 'boolean'] as const,
    ];
    writeFileSync(file, JSON.stringify(declared.map(([pointer, type]) => ({ pointer, type }))));
    service = await startProcess({ ...database.environment, METADATA_INDEXES: file }, database.directory);
  }, 90_000);
  afterAll(async () => {
    service.signal('SIGTERM');
    await service.exited;
    await database.remove();
  });

  const run = (...args: string[]) => runCommand(['index', ...args], database.environment);
  const pointers = async () =>
    (await run('status')).stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t').slice(0, 2).join(' '));

  test('status lists the declared indexes, one a line', async () => {
    const { environment, directory } = database;
    const { status, stdout, stderr } = await runProgram(['index', 'status'], environment, directory);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^database /m)]);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toBe('pointer\ttype\tstate\tdeclared first\tdeclared last');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(
      new RegExp(`^/level\tnumber\t(?:whole|building, \\d+ %)\t${instant}\t${instant}$`),
    );
    expect(rows[2]).toStartWith('"/a\\tb"\tboolean\t');
    await until(() => service.output().includes('an index on metadata is declared'));
  });

  test('drop takes a pointer and perhaps a type', async () => {
    const none = 'there is no index on /level of type boolean; nothing to drop\n';
    expect(await run('drop', '/level', '--type', 'boolean')).toMatchObject({ status: 1, stdout: none });
    const { status, stdout } = await run('drop', '/level', '--type', 'string');
    expect(status).toBe(0);
    expect(stdout).toContain(
      'the index on /level of type string is dropped; its entries are deleted later\n',
    );
    expect(await pointers()).toEqual(['/level number', '"/a\\tb" boolean']);
    expect((await run('drop', '/level')).status).toBe(0);
    expect(await pointers()).toEqual(['"/a\\tb" boolean']);
    expect((await run('drop', '/other')).status).toBe(1);
    const types = expect.stringContaining('Types are number, string, boolean.');
    expect(await run('drop', '/level', '--type', 'date')).toMatchObject({ status: 2, stderr: types });
  });
});
