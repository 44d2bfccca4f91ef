// The files of the game, bundled by Bun into memory, and their answers. The content security policy allows the game's own files,
// the service, and the second device in a frame.
import { basename, join } from 'node:path';

export interface GameAddresses {
  /** The origin of the service. */
  readonly service: string;
  /** The origin that serves the game to the second device. */
  readonly second: string;
  /** The origin whose pages may show this game in a frame. */
  readonly first: string;
}

export interface GameFiles {
  /** @returns undefined for a path that is none of the files */
  answer(path: string, addresses: GameAddresses): Response | undefined;
}

/** @throws AggregateError with the problems of the source */
export async function bundleGame(): Promise<GameFiles> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, 'src/index.html')],
    target: 'browser',
    minify: true,
    naming: { asset: '[name].[hash].[ext]', chunk: '[name].[hash].[ext]' },
  });
  const files = new Map<string, { readonly type: string; readonly text: string }>();
  for (const output of outputs) {
    files.set(`/${basename(output.path)}`, { type: output.type, text: await output.text() });
  }
  const page = files.get('/index.html');
  if (page === undefined) throw new Error('the bundle has no page');
  files.delete('/index.html');
  return {
    answer(path, addresses) {
      if (path === '/') return pageResponse(page.text, addresses);
      const file = files.get(path);
      return file && new Response(file.text, { headers: { ...safeHeaders, 'content-type': file.type } });
    },
  };
}

const safeHeaders = {
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function pageResponse(text: string, addresses: GameAddresses): Response {
  const { service, second, first } = addresses;
  const filled = text.replace('{{service}}', service).replace('{{second}}', second);
  const policy = [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'"],
    ...[`connect-src 'self' ${service}`, `frame-src ${second}`, `frame-ancestors ${first}`],
    ...["base-uri 'none'", "form-action 'none'"],
  ];
  return new Response(filled, {
    headers: {
      ...safeHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
    },
  });
}
