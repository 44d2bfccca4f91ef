// The program that unpacks the Chromium of @sparticuz/chromium into the folder of temporary files. It is a process of its own,
// since that package looks up the folder by the environment. With `libraries` it unpacks system libraries that Chromium needs too.
import { dirname, join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

await chromium.executablePath();
if (process.argv.includes('libraries')) {
  const program = Bun.resolveSync('@sparticuz/chromium', import.meta.dir);
  await inflate(join(dirname(program), '../bin/al2023.tar.br'));
}
