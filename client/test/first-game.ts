// The first games of docs/clients/typescript.md, as the document prints them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Packed } from './packed.ts';

const document = readFileSync(join(import.meta.dir, '../../docs/clients/typescript.md'), 'utf8');
const printedAddress = 'http://127.0.0.1:8080';

/** @returns the first block of a language in the document, for a service at another address */
export function firstBlock(language: 'js' | 'ts', url: string): string {
  const [, block = ''] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(document) ?? [];
  if (!block.includes(printedAddress)) throw new Error(`the first block of ${language} names no service`);
  return block.replace(printedAddress, url);
}

/** The first game for browsers, as a bundler makes it. */
export async function bundleGame({ write }: Packed, url: string): Promise<string> {
  const entrypoints = [write('game.ts', firstBlock('ts', url))];
  const { outputs } = await Bun.build({ entrypoints, target: 'browser', format: 'esm' });
  return (await outputs[0]?.text()) ?? '';
}
