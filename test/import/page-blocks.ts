// The blocks of a page of the documentation, which tests run as they stand there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The blocks of a kind, in order. @param page its path below docs */
export const blocksOf = (page: string, kind: string): readonly string[] =>
  [
    ...readFileSync(join(import.meta.dir, '../../docs', page), 'utf8').matchAll(
      new RegExp(`\`\`\`${kind}\\n(?<text>[\\s\\S]*?)\`\`\``, 'g'),
    ),
  ].map(({ groups }) => groups?.text ?? '');
