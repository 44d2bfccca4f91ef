// Writes the test vectors of all clients: `npm run vectors`.
import { join } from 'node:path';
import { folder } from './cases.ts';
import { makeFiles } from './make.ts';

for (const { kind, text } of makeFiles()) {
  await Bun.write(join(folder, `${kind}.jsonl`), text);
  process.stdout.write(`${kind}: ${text.split('\n').length - 1} cases, ${text.length} characters\n`);
}
