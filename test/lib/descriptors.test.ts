// The file descriptors of a process, on Linux.
import { expect, test } from 'bun:test';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { openDescriptors } from '../../src/lib/descriptors.ts';

const isLinux = process.platform === 'linux';

test.skipIf(!isLinux)('those that are open are counted', () => {
  const before = openDescriptors() ?? 0;
  expect(before).toBeGreaterThan(2);
  const opened = Array.from({ length: 20 }, () => openSync('/dev/null', 'r'));
  // Other work of this process may open and close some.
  expect(Math.abs((openDescriptors() ?? 0) - before - opened.length)).toBeLessThan(10);
  for (const descriptor of opened) closeSync(descriptor);
});

test.skipIf(!isLinux)('the limit is that of the process', async () => {
  const module = join(import.meta.dir, '../../src/lib/descriptors.ts');
  const script = `console.log((await import(${JSON.stringify(module)})).descriptorLimit())`;
  const under = ['bash', '-c', 'ulimit -n 777; exec "$0" "$@"'];
  const child = Bun.spawn([...under, process.execPath, '--no-env-file', '-e', script], { stdout: 'pipe' });
  expect((await child.stdout.text()).trim()).toBe('777');
});
