// The downloads of the page: those of a release come from this tree, and the public name is that of the proxy.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { programCommand } from '../../../harness/program.ts';
import { publicName, real, root as tree } from './page.ts';
import type { Reply } from './stand-ins.ts';

interface Sources {
  readonly root: string;
  readonly intoRoot: (text: string) => string;
  readonly proxyUrl: () => string;
}

/** Gives the files of a release from this tree. All else is asked for: the public name is that of the proxy. */
export function fetchFor(args: readonly string[], cwd: string, { root, intoRoot, proxyUrl }: Sources): Reply {
  const url = args.find((each) => each.startsWith('https://github.com/playkeep/playkeep/')) ?? '';
  if (url.includes('/releases/download/')) return giveRelease(join(cwd, basename(url)));
  if (url.includes('/archive/refs/tags/')) {
    const folder = join(root, `playkeep-${basename(url).replace(/^v|\.tar\.gz$/g, '')}`);
    cpSync(join(tree, 'deploy'), join(folder, 'deploy'), { recursive: true });
    for (const name of new Bun.Glob('deploy/**').scanSync(folder)) {
      writeFileSync(join(folder, name), intoRoot(readFileSync(join(folder, name), 'utf8')));
    }
    const output = join(cwd, args[args.indexOf('--output') + 1] ?? '');
    return { command: ['tar', '-czf', output, '-C', root, basename(folder)] };
  }
  const urls = args.map((each) => each.replace(`https://${publicName}`, proxyUrl()));
  return { command: [real('curl'), ...urls] };
}

/** The executable that PLAYKEEP_PROGRAM names, or else a script that runs this tree. */
function giveRelease(path: string): Reply {
  if (basename(path) === 'SHA256SUMS') {
    const folder = join(path, '..');
    const names = [...new Bun.Glob('playkeep-linux-*').scanSync(folder)];
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    const lines = names.map((name) => `${hash(name)}  ${name}\n`);
    writeFileSync(path, `${lines.join('')}${'0'.repeat(64)}  playkeep-of-another-system\n`);
    return {};
  }
  const command = programCommand();
  if (command.length === 1) cpSync(command[0] ?? '', path);
  else writeFileSync(path, `#!/bin/sh\nexec ${command.map((each) => `"${each}"`).join(' ')} "$@"\n`);
  chmodSync(path, 0o644);
  return {};
}
