// A temporary file that the disk has no room for ends an import with a sentence, before anything has come in.
import { expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../../../harness/engines.ts';
import { programCommand } from '../../../../harness/program.ts';

/** Blocks of 1,024 bytes that a file may have: the pages beyond those in memory take more. */
const blocks = 8_000;

test.skipIf(process.platform !== 'linux')('a full disk is told, with the way to another folder', async () => {
  const { directory, remove } = temporaryDirectory();
  const pad = 'x'.repeat(200_000);
  const lines = Array.from({ length: 300 }, (_, index) => `{"id":"p${index}","pad":"${pad}"}`);
  writeFileSync(join(directory, 'players.jsonl'), lines.join('\n'));
  // Without the trap the signal of the limit would end the process.
  const child = Bun.spawn(
    [
      'bash',
      '-c',
      `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`,
      'bash',
      ...programCommand(),
      'import',
    ].concat(...['--from', 'jsonl', 'players.jsonl']),
    {
      cwd: directory,
      env: { ...process.env, DATABASE_URL: 'sqlite:./playkeep.db', JWT_SECRET: 'x'.repeat(32) },
      stdout: 'pipe',
      stderr: 'pipe',
    },
  );
  const [stdout, stderr, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect([status, JSON.parse(stdout)]).toMatchObject([
    1,
    { complete: false, stopped: expect.stringContaining('the temporary file'), read: 0 },
  ]);
  expect(stderr).toEndWith('; TMPDIR names another folder for it\n');
  expect(stderr).toContain('the temporary file, in which the source is sorted by player, fails: ');
  expect(existsSync(join(directory, 'playkeep.db'))).toBe(false);
  remove();
});
