// Asks a service for every file of its program: the console with all its parts in each content coding, and the API pages.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { trapText } from '../../harness/program.ts';

const decoders = {
  '': (bytes: Uint8Array) => bytes,
  br: (bytes: Uint8Array) => brotliDecompressSync(bytes),
  gzip: (bytes: Uint8Array) => gunzipSync(bytes),
} as const;
type Coding = keyof typeof decoders;

/** The extension of a file in a content coding. */
export const extensions: Readonly<Record<Coding, string>> = { '': '', br: '.br', gzip: '.gz' };

/** @returns its text. @throws Error unless it is there in this coding, and is no file of a hostile folder */
async function ask(url: string, path: string, coding: Coding = ''): Promise<string> {
  const headers = { 'accept-encoding': coding === '' ? 'identity' : coding };
  const answer = await fetch(url + path, { headers, decompress: false });
  if (answer.status !== 200) throw new Error(`${path} is answered ${answer.status}`);
  if ((answer.headers.get('content-encoding') ?? '') !== coding)
    throw new Error(`${path} is not sent as ${coding}`);
  const text = Buffer.from(decoders[coding](new Uint8Array(await answer.arrayBuffer()))).toString();
  if (text === '' || text.includes(trapText)) throw new Error(`${path} is a foreign file`);
  return text;
}

const assetNames = (text: string): readonly string[] =>
  [...text.matchAll(/(?:\/console\/assets|["'`]\.)\/(?<name>[\w-]+\.[\w-]+\.(?:js|css|svg))/g)].map(
    ({ groups }) => groups?.name ?? '',
  );

/** Asks for the console, and for every asset that its page and its assets name. @returns the paths of the files asked for */
export async function askForConsole(url: string): Promise<ReadonlySet<string>> {
  const asked = new Set(['console/dist/index.html', 'console/dist/build.json']);
  await ask(url, '/console/build.json');
  const waiting = [...assetNames(await ask(url, '/console'))];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const path = `/console/assets/${name}`;
    if (asked.has(`console/dist/assets/${name}`)) continue;
    const texts: string[] = [];
    for (const coding of ['', 'br', 'gzip'] as const) {
      asked.add(`console/dist/assets/${name}${extensions[coding]}`);
      texts.push(await ask(url, path, coding));
    }
    if (new Set(texts).size !== 1) throw new Error(`${path} differs by content coding`);
    waiting.push(...assetNames(texts[0] ?? ''));
  }
  return asked;
}

/** Asks for the pages of the API and their files. @returns the sizes of the files in bytes, by name without the hash */
export async function askForDocs(url: string): Promise<Readonly<Record<string, number>>> {
  JSON.parse(await ask(url, '/openapi.json'));
  const page = await ask(url, '/docs');
  const names = [...page.matchAll(/(?:href|src)="\.\/(?<path>docs\/[^"]+)"/g)].map(
    ({ groups }) => groups?.path ?? '',
  );
  const sizes: Record<string, number> = {};
  for (const name of names) {
    sizes[name.replace(/^docs\//, '').replace(/\.\w+(?=\.\w+$)/, '')] = (await ask(url, `/${name}`)).length;
  }
  return sizes;
}
