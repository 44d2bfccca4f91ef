// The sockets of `playkeep reload` that killed services have left in the data folder: the next start removes them, and nothing else.
import { expect, test } from 'bun:test';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sqlite } from '../harness/engines.ts';
import { startProcess } from '../harness/process.ts';

/** A service that listens on a port of which nobody hears any more. */
async function leaveSocket(path: string): Promise<void> {
  const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('listens'))`;
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' });
  await child.stdout.getReader().read();
  child.kill('SIGKILL');
  await child.exited;
}

test.skipIf(process.platform === 'win32')(
  'a start removes the sockets of killed services, and none that is served',
  async () => {
    const { environment, directory, remove } = await sqlite.create();
    const inData = (name: string) => join(directory, name);
    const living = createServer().listen(inData('reload-2.sock'));
    try {
      await leaveSocket(inData('reload-1.sock'));
      await leaveSocket(inData('another.sock'));
      writeFileSync(inData('reload-3.sock'), 'a file');
      symlinkSync(inData('another.sock'), inData('reload-4.sock'));
      const service = await startProcess(environment, directory);
      const kept = readdirSync(directory).filter((name) => name.includes('.sock'));
      service.signal('SIGKILL');
      await service.exited;
      expect(kept.sort()).toEqual(['another.sock', 'reload-2.sock', 'reload-3.sock', 'reload-4.sock']);
    } finally {
      living.close();
      await remove();
    }
  },
);
