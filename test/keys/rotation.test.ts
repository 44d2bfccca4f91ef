// The rotation of a server key as docs/operations/configure.md works it through: its lines are typed as they stand, while a backend
// sends requests without a pause. None of them fails.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '../harness/engines.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { programCommand } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const root = join(import.meta.dir, '../..');
const page = readFileSync(join(root, 'docs/operations/configure.md'), 'utf8');
const [section = ''] = page.slice(page.indexOf('## Server keys')).split(/\n(?=## )/);
const blocks = [...section.matchAll(/```sh\n(?<text>.*?)\n```/gs)].map(({ groups }) => groups?.text ?? '');

describe.skipIf(Bun.which('curl') === null || Bun.which('bash') === null)('the rotation', () => {
  let folder: TemporaryDirectory;
  let service: ServiceProcess;
  let environment: Record<string, string>;
  beforeAll(async () => {
    folder = temporaryDirectory();
    environment = { DATABASE_URL: `sqlite:${folder.directory}/playkeep.db` };
    service = await startProcess(environment, folder.directory);
  });
  afterAll(async () => {
    service.signal('SIGTERM');
    await service.exited;
    folder.remove();
  });

  async function bash(lines: string): Promise<string> {
    const program = programCommand().join(' ');
    const script = lines.replaceAll('npx playkeep', program).replaceAll('http://localhost:8080', service.url);
    const child = Bun.spawn(['bash', '-e', '-c', script], {
      cwd: folder.directory,
      env: { PATH: process.env.PATH, ...environment },
      stderr: 'pipe',
    });
    const [stdout, stderr, status] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    expect([lines, status, status === 0 ? '' : stderr]).toEqual([lines, 0, '']);
    return stdout;
  }

  const keyOfBackend = () => readFileSync(join(folder.directory, 'backend.key'), 'utf8').trim();
  const ask = async (token: string) => (await service.call('GET', '/api/server/me', { token })).status;

  test('lets no request of the backend fail', async () => {
    const [create = '', ...rotation] = blocks;
    expect(rotation).toHaveLength(4);
    await bash(create);
    const old = keyOfBackend();

    let isRunning = true;
    const statuses: number[] = [];
    const backend = (async () => {
      while (isRunning) statuses.push(await ask(keyOfBackend()));
    })();
    const outputs: string[] = [];
    try {
      for (const lines of rotation) {
        outputs.push(await bash(lines));
        // The backend asks between the steps, however quick they are.
        const asked = statuses.length;
        await until(() => statuses.length > asked + 5);
      }
      await until(async () => (await ask(old)) !== 200);
    } finally {
      isRunning = false;
      await backend;
    }

    expect(statuses.length).toBeGreaterThan(20);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect([await ask(old), await ask(keyOfBackend())]).toEqual([401, 200]);
    expect(keyOfBackend()).not.toBe(old);
    const [seen, , list, revoked] = outputs;
    expect(JSON.parse(seen ?? '').data.name).toBe('backend-2027');
    expect(list).toMatch(/\tbackend-2026\t[\s\S]*\tbackend-2027\t/);
    expect(revoked).toContain('(backend-2026) is revoked');
    // Seven programs are started one after the other, each of which takes many seconds beside a heavy load.
  }, 240_000);
});
