// nginx and Caddy with the configurations of docs/operations/install.md, where these programs are installed.
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { freePort } from '../../../harness/postgres.ts';

export interface RunningProxy {
  readonly url: string;
  /** Its standard error. */
  output(): Promise<string>;
  /** Ends it. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ProxyProgram {
  readonly name: string;
  readonly path: string | null;
  /** @param compresses does it compress what it may? */
  start(ports: readonly number[], compresses?: boolean): Promise<RunningProxy>;
}

const PATH = `${process.env.PATH}:/usr/sbin`;

/** The configuration on the page, with other ports and without TLS. */
function fromDocs(language: string, ports: readonly number[]): string {
  const page = readFileSync(join(import.meta.dir, '../../../../docs/operations/install.md'), 'utf8');
  const block = new RegExp(`\`\`\`${language}\\n(?<text>.*?)\`\`\``, 's').exec(page)?.groups?.text;
  if (block === undefined) throw new Error(`docs/operations/install.md shows no ${language}`);
  return block.replaceAll(/127\.0\.0\.1:808([01])/g, (_match, which) => `127.0.0.1:${ports[Number(which)]}`);
}

async function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
  const isListening = await promise;
  socket.destroy();
  return isListening;
}

async function run(
  command: string[],
  directory: string,
  port: number,
  remove: () => void,
): Promise<RunningProxy> {
  const env = { PATH, HOME: directory };
  const child = Bun.spawn(command, { cwd: directory, env, stdout: 'ignore', stderr: 'pipe' });
  const said = new Response(child.stderr).text();
  while (child.exitCode === null && !(await listens(port))) await Bun.sleep(25);
  if (child.exitCode !== null) throw new Error(`${command[0]} ended:\n${await said}`);
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => said,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await child.exited;
      remove();
    },
  };
}

const nginx: ProxyProgram = {
  name: 'nginx',
  path: Bun.which('nginx', { PATH }),
  start(ports, compresses = false) {
    const { directory, remove } = temporaryDirectory();
    const port = freePort();
    const site = fromDocs('nginx', ports)
      .replace(/listen .*;/, `listen 127.0.0.1:${port};`)
      .replaceAll(/ssl_.*;/g, '');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${directory}/${each};`,
    );
    const gzip = 'gzip on; gzip_proxied any; gzip_types application/json; gzip_min_length 1;';
    const http = ['access_log off;', ...(compresses ? [gzip] : []), ...temporary, site].join('\n');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const main = `daemon off; ${user} pid ${directory}/pid; error_log stderr; events {}`;
    writeFileSync(join(directory, 'nginx.conf'), `${main}\nhttp {\n${http}\n}\n`);
    return run([this.path ?? '', '-c', join(directory, 'nginx.conf')], directory, port, remove);
  },
};

const encode = '\n\tencode gzip zstd {\n\t\tminimum_length 1\n\t}';

const caddy: ProxyProgram = {
  name: 'caddy',
  path: Bun.which('caddy', { PATH }),
  start(ports, compresses = false) {
    const { directory, remove } = temporaryDirectory();
    const port = freePort();
    const site = fromDocs('caddyfile', ports).replace(
      'game.example {',
      `http://:${port} {${compresses ? encode : ''}`,
    );
    const file = join(directory, 'Caddyfile');
    writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
    return run([this.path ?? '', 'run', '--config', file, '--adapter', 'caddyfile'], directory, port, remove);
  },
};

export const proxyPrograms: readonly ProxyProgram[] = [nginx, caddy];
