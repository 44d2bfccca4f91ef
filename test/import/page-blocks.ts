// The blocks of a page of the documentation, which tests run as they stand there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The blocks of a kind, in order. @param page its path below docs */
export const blocksOf = (page: string, kind: 'js' | 'json' | 'sh' | 'sql'): readonly string[] =>
  [
    ...readFileSync(join(import.meta.dir, '../../docs', page), 'utf8').matchAll(
      new RegExp(`\`\`\`${kind}\\n(?<text>[\\s\\S]*?)\`\`\``, 'g'),
    ),
  ].map(({ groups }) => groups?.text ?? '');

export interface RanProgram {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program on Node in a folder, as its page says. */
export async function runOnNode(
  path: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<RanProgram> {
  const node = Bun.spawn(['node', path], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([
    new Response(node.stdout).text(),
    new Response(node.stderr).text(),
  ]);
  return { status: await node.exited, stdout, stderr };
}
