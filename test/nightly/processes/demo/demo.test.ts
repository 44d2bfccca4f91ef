// `playkeep demo` as a process: its port, the link that signs in once, and an end while it fills the store.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { findFreePort } from '../../../../src/demo/free-port.ts';
import { call } from '../../../harness/api.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { programCommand } from '../../../harness/program.ts';

let directory: string;
let remove: () => void;
beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => remove());

/** The directories of demos among the temporary files. */
const leftOver = (): string[] => readdirSync(directory).filter((name) => name.startsWith('playkeep-demo-'));

async function startDemoProcess(environment: Record<string, string> = {}): Promise<ServiceProcess> {
  const demo = await startProcess({ TMPDIR: directory, ...environment }, directory, { command: ['demo'] });
  while (!demo.output().includes('Ctrl-C')) await Bun.sleep(5);
  return demo;
}

const printed = ({ output }: ServiceProcess, pattern: RegExp): string => pattern.exec(output())?.[1] ?? '';

async function end(demo: ServiceProcess, signal: NodeJS.Signals): Promise<number | null> {
  demo.signal(signal);
  return demo.exited;
}

describe('playkeep demo', () => {
  test('takes a port near 8080, the next one when one is in use, and prints a link that signs in once', async () => {
    const demo = await startDemoProcess({ PORT: '' });
    const port = Number(new URL(demo.url).port);
    expect(port).toBeGreaterThanOrEqual(8080);
    expect(findFreePort('127.0.0.1', port)).toBeGreaterThan(port);
    const refused = await runProgram(['demo'], { TMPDIR: directory, PORT: String(port) }, directory);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`cannot listen on 127.0.0.1 port ${port}: it is in use`),
    ]);
    expect(leftOver()).toHaveLength(1);

    const link = new URL(printed(demo, /(http:\S+#token=\S+)/));
    expect(link.pathname).toBe('/console/sign-in');
    const body = JSON.stringify({ token: link.hash.slice('#token='.length) });
    const redeem = () =>
      call(demo.url, 'POST', '/console/session/link', {
        body,
        headers: {
          'content-type': 'application/json',
          'x-playkeep-console': '1',
          'sec-fetch-site': 'same-origin',
          origin: demo.url,
        },
      });
    const first = await redeem();
    expect([first.status, first.body.data.name]).toEqual([200, 'Demo']);
    expect(first.headers.get('set-cookie')).toContain('HttpOnly');
    expect((await redeem()).status).toBe(401);
    expect(await end(demo, 'SIGINT')).toBe(0);
    expect(leftOver()).toEqual([]);
  }, 300_000);

  test('a signal while it fills the store ends it, and leaves nothing behind', async () => {
    const child = Bun.spawn([...programCommand(), 'demo'], {
      cwd: directory,
      env: { PATH: process.env.PATH, TMPDIR: directory, PORT: '0' },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    while (leftOver().length === 0) await Bun.sleep(5);
    // The handler is there once the line is printed.
    const reader = child.stderr.getReader();
    await reader.read();
    child.kill('SIGTERM');
    expect(await child.exited).toBe(0);
    expect(await new Response(child.stdout).text()).toBe('');
    expect(leftOver()).toEqual([]);
  }, 300_000);
});
