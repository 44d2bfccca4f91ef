// The first games of docs/clients/typescript.md, as the document prints them, in a folder that installed the client as the document says.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import { packedClient, run } from './packed-client.ts';

const document = readFileSync(join(import.meta.dir, '../../docs/clients/typescript.md'), 'utf8');
const printedAddress = 'http://127.0.0.1:8080';

/** @returns the first block of a language in the document, for a service at another address */
export function firstBlock(language: 'js' | 'ts', url: string): string {
  const [, block = ''] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(document) ?? [];
  if (!block.includes(printedAddress)) throw new Error(`the first block of ${language} names no service`);
  return block.replace(printedAddress, url);
}

/** The first game for browsers, as a bundler makes it. */
export async function bundleGame(folder: GameFolder, url: string): Promise<string> {
  const entry = folder.write('game.ts', firstBlock('ts', url));
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser', format: 'esm' });
  return (await outputs[0]?.text()) ?? '';
}

export interface GameFolder extends Disposable {
  readonly path: string;
  write(name: string, text: string): string;
}

/** A folder of a game with the client. */
export async function openGameFolder(): Promise<GameFolder> {
  const files = temporaryDirectory();
  const path = files.directory;
  const write = (name: string, text: string): string => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  const { folder } = await packedClient();
  const quietly = ['--silent', '--offline', '--no-audit', '--no-fund'];
  for (const command of [
    ['npm', 'init', '--yes', '--silent'],
    ['npm', 'install', ...quietly, folder],
  ]) {
    const { status, errors } = await run(command, path);
    if (status !== 0) throw new Error(`${command.join(' ')} failed: ${errors}`);
  }
  return { path, write, [Symbol.dispose]: files.remove };
}
