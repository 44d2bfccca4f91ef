// The warning at start about a server that may lose acknowledged writes.

import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { temporaryDirectory } from '../../../../harness/engines.ts';
import { createPostgresDatabase } from '../../../../harness/postgres.ts';
import { startProcess } from '../../../../harness/process.ts';

test.each(['off', 'on'])('synchronous_commit = %s', async (value) => {
  const { directory, remove } = temporaryDirectory();
  const { url, drop } = await createPostgresDatabase();
  const sql = new SQL(url, { max: 1 });
  await sql.unsafe(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET synchronous_commit = ${value}`);
  await sql.close();
  const service = await startProcess({ DATABASE_URL: url }, directory);
  expect(service.output().includes('PostgreSQL has synchronous_commit = off')).toBe(value === 'off');
  service.signal('SIGTERM');
  await service.exited;
  await drop();
  remove();
});
