// The program that unpacks the Chromium of @sparticuz/chromium into the folder of temporary files. It is a process of its own,
// since that package looks up the folder by the environment. With `libraries` it unpacks system libraries that Chromium needs too.
import { dirname, join } from 'node:path';
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
if (process.argv.includes('libraries')) {
  const modules = dirname(Bun.resolveSync('@sparticuz/chromium', import.meta.dir));
  // The package unpacks them for one cloud alone, and does not export what does it.
  const { inflate } = (await import(join(modules, 'lambdafs.js'))) as {
    inflate: (path: string) => Promise<string>;
  };
  await inflate(join(modules, '../../bin/al2023.tar.br'));
}
