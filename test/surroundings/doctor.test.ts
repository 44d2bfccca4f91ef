// `playkeep doctor --surroundings` and `--url`: a real server with bad settings, a key set, and a proxy that does what it should not.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { lookAtPostgres } from '../../src/store/postgres/server-facts.ts';
import { runCommand } from '../harness/command.ts';
import { postgres, sqlite, type TestDatabase } from '../harness/engines.ts';
import { type HttpProxy, receive, startHttpProxy } from '../harness/forwarding.ts';
import { runProgram, type ServiceProcess, startProcess } from '../harness/process.ts';
import { testConfig } from '../harness/service.ts';

let database: TestDatabase;
let service: ServiceProcess;
const key = 'a key of this test alone: 0123456789abcdefghij';
const settings = {
  ...{ TRUSTED_PROXY_HOPS: '1', UNAUTHENTICATED_LIMIT_PER_MINUTE: '20', SERVER_API_KEY: key },
  METADATA_MAX_BYTES: '300000',
};

beforeAll(async () => {
  database = await sqlite.create();
  service = await startProcess({ ...database.environment, ...settings }, database.directory);
  expect((await service.as('ann', 'POST', '/api/game/metadata', { body: '{"data":{"n":1}}' })).status).toBe(
    200,
  );
});
afterAll(async () => {
  service.signal('SIGTERM');
  await service.exited;
  await database.remove();
});

const doctor = (args: readonly string[], environment: Record<string, string> = {}) =>
  runCommand(['doctor', ...args], { ...database.environment, ...settings, ...environment });

describe('the surroundings', () => {
  test('are looked at when asked for, and each line is short or says what to change', async () => {
    const { status, stdout, stderr } = await doctor(['--surroundings']);
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    const last = lines.findIndex((line) => line.startsWith('surroundings: '));
    const looks = lines.slice(0, last);
    expect(looks.length).toBeGreaterThanOrEqual(3);
    for (const line of looks) expect(line).toMatch(/^(?:ok: .{1,120}|[^:]+: .*; .*)$/);
    expect(status).toBe(lines.includes('surroundings: nothing is wrong') ? 0 : 1);
    expect((await doctor([])).stdout).not.toContain('surroundings');
  });

  test('have the files that settings name', async () => {
    const file = join(database.directory, 'schema.json');
    writeFileSync(file, '{"type":"objekt"}');
    const faulty = await doctor(['--surroundings'], { METADATA_SCHEMA: file });
    expect(faulty.stdout).toMatch(
      /^METADATA_SCHEMA: .*schema\.json: \/type must .*; correct it before the next start$/m,
    );
    expect(faulty.status).toBe(1);
    writeFileSync(file, '{"type":"object"}');
    const { stdout } = await doctor(['--surroundings'], { METADATA_SCHEMA: file });
    expect(stdout).toContain('ok: files of settings: are there, and valid');
    expect((await doctor(['--surroundings'])).stdout).not.toContain('files of settings');
  });

  test('of an embedded file have the disk that the file is on, wherever the data folder is', async () => {
    const { DATABASE_URL = '' } = database.environment;
    const { stdout } = await doctor(['--surroundings'], { DATA_DIRECTORY: '/' });
    expect(stdout).toMatch(/disk: \d+ MiB free at /);
    expect(stdout).toContain(`MiB free at ${dirname(DATABASE_URL.slice('sqlite:'.length))}`);
  });

  test('of PostgreSQL are read from the server', async () => {
    const other = await postgres.create();
    const { status, stdout } = await runCommand(['doctor', '--surroundings'], other.environment);
    // The server of the tests has no need to survive a crash.
    expect(status).toBe(1);
    expect(stdout).toMatch(/^fsync: off: .*ALTER SYSTEM SET fsync = on; then SELECT pg_reload_conf\(\)$/m);
    expect(stdout).toMatch(/^full_page_writes: off: /m);
    expect(stdout).toMatch(/^ok: PostgreSQL: \d+\.\d+/m);
    expect(stdout).toMatch(/^ok: clock: within \d+ ms of the database's$/m);
    expect(stdout).toMatch(/^ok: max_connections: room for \d+ processes with DATABASE_POOL_SIZE=4; /m);
    expect(stdout).toMatch(/^surroundings: \d findings$/m);
    const tight = { ...other.environment, DATABASE_POOL_SIZE: '200' };
    expect((await runCommand(['doctor', '--surroundings'], tight)).stdout).toMatch(
      /^max_connections: 300: one more process takes 203 connections.*lower DATABASE_POOL_SIZE \(200\)/m,
    );
    await other.remove();
  });

  test('of PostgreSQL tell nothing of its clock by a look that took long', async () => {
    const other = await postgres.create();
    const { database: settings } = testConfig(other.environment);
    if (settings.engine !== 'postgres') throw new Error('it is no PostgreSQL');
    const log = createLog({ level: 'silent', production: true });
    // The first look seems to have begun a minute before its answer.
    let at = systemClock.now() - 60_000;
    const now = () => {
      const before = at;
      at = systemClock.now();
      return before;
    };
    const own = { poolSize: 4, isLocal: true, verifiesServer: true, memoryBytes: 2 ** 34, now };
    const { looks } = await lookAtPostgres({ ...settings, log }, own);
    expect(looks.find(({ about }) => about === 'clock')).toMatchObject({ isFinding: false });
    await other.remove();
  });

  test('include the key set by URL', async () => {
    let headers: Record<string, string> = {};
    let body = '{"keys":[]}';
    const keys = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(body, { headers }) });
    const environment = { JWT_JWKS_URL: `http://127.0.0.1:${keys.port}/keys` };
    const look = async () => (await doctor(['--surroundings'], environment)).stdout;
    expect(await look()).toContain(
      '\nkey set: it has no key, so every token is refused; look at JWT_JWKS_URL',
    );
    body = '{"keys":[{"kty":"oct","k":"AAAA"}]}';
    expect(await look()).toContain('\nok: key set: 1 key\n');
    headers = { age: '86400' };
    expect(await look()).toMatch(/^key set: a cache on the way answers with a copy that is 86400 s old/m);
    body = 'no JSON';
    expect(await look()).toMatch(/^key set: it cannot be fetched \(.+\); look at JWT_JWKS_URL/m);
    await keys.stop(true);
    expect(await look()).toMatch(/^key set: it cannot be fetched \(.+\); look at JWT_JWKS_URL/m);
  });
});

/** The faults of a proxy. */
interface Faults {
  readonly hides?: readonly string[];
  readonly weakens?: boolean;
  readonly maxBytes?: number;
  /** Does it pass the callers' own X-Forwarded-For on? */
  readonly passesForged?: boolean;
  readonly answersItself?: boolean;
  /** The path that it takes away. */
  readonly path?: string;
}

let callers = 0;

/** Each proxy has callers of an address of their own, whose limit no other test has used. */
const startProxy = ({
  hides = [],
  weakens,
  maxBytes = Infinity,
  passesForged,
  answersItself,
  path = '',
}: Faults): Promise<HttpProxy> => {
  callers += 1;
  const caller = `203.0.113.${callers}`;
  return startHttpProxy(async (request, response) => {
    if (!passesForged) request.headers['x-forwarded-for'] = caller;
    request.url = request.url?.startsWith(path) ? request.url.slice(path.length) : '/another-page';
    const received = await receive(request, service.url);
    if (answersItself || received.body.length > maxBytes) {
      response.writeHead(answersItself ? 404 : 413, { 'content-type': 'text/html' }).end('<h1>nginx</h1>');
      return;
    }
    const { status, headers, bytes } = await received.forward();
    const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !hides.includes(name)));
    if (weakens && kept.etag !== undefined) kept.etag = `W/${kept.etag}`;
    response.writeHead(status, kept).end(bytes);
  });
};

describe('the proxy at --url', () => {
  async function look(faults: Faults, environment: Record<string, string> = {}) {
    const proxy = await startProxy(faults);
    const { status, stdout } = await doctor(['--url', proxy.url + (faults.path ?? '')], environment);
    await proxy.stop();
    const lines = stdout.split('\n');
    return {
      status,
      stdout,
      findings: lines.filter((line) => /^(?:proxy|headers|ETag|bodies|X-Forwarded-For): /.test(line)),
    };
  }

  test('has no finding when it does what docs/operations/install.md shows', async () => {
    const { findings, stdout } = await look({});
    expect(findings).toEqual([]);
    expect(stdout).toContain('ok: headers: arrive\n');
    expect(stdout).toContain('ok: ETag: metadata keeps it\n');
    expect(stdout).toContain('ok: bodies: of METADATA_MAX_BYTES (300000) pass\n');
    expect(stdout).toContain('ok: X-Forwarded-For: a forged one is not taken over\n');
  });

  test('is looked at below a path too', async () => {
    expect((await look({ path: '/playkeep' })).findings).toEqual([]);
  });

  test.each<[name: string, faults: Faults, expected: RegExp]>([
    [
      'hides headers',
      { hides: ['x-request-id', 'x-error-detail'] },
      /^headers: .* x-request-id, x-error-detail; let/,
    ],
    ['hides ETag', { hides: ['etag'] }, /^ETag: the proxy removes it from metadata; let it keep ETag/],
    [
      'compresses metadata',
      { weakens: true },
      /^ETag: the proxy weakens it by compression .*; let it keep ETag, and/,
    ],
    [
      'takes small bodies',
      { maxBytes: 100_000 },
      /^bodies: the proxy takes none of .*\(300000\): answers 413; raise/,
    ],
    ['passes forged addresses', { passesForged: true }, /^X-Forwarded-For: .*TRUSTED_PROXY_HOPS is 1: set/],
    [
      'has no route',
      { answersItself: true },
      /^proxy: http:.* answers 404, and not as the service; look at the route/,
    ],
  ])('that %s has one finding, and the status is 1', async (_, faults, expected) => {
    const { status, findings } = await look(faults);
    expect([status, findings]).toEqual([1, [expect.stringMatching(expected)]]);
  });

  test('is told when it does not answer, and when addresses are not limited', async () => {
    const gone = await startProxy({});
    await gone.stop();
    expect((await doctor(['--url', gone.url])).stdout).toMatch(/^proxy: http:\S+ does not answer: /m);
    const { findings } = await look({}, { TRUSTED_PROXY_HOPS: '' });
    expect(findings).toEqual([expect.stringContaining('set TRUSTED_PROXY_HOPS to the number of proxies')]);
    const wrong = await doctor(['--url', 'play.example.com']);
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('It is a URL such as')]);
  });

  test.skipIf(Bun.which('openssl') === null)(
    'has a certificate that is valid for two weeks or more',
    async () => {
      for (const [days, expected] of [
        ['5', /^certificate: ends in [45] days; look at the renewal of the proxy$/m],
        ['90', /^ok: certificate: valid for (?:89|90) days$/m],
      ] as const) {
        const [certificate, own] = ['certificate', 'own'].map((name) =>
          join(database.directory, `${name}-${days}.pem`),
        ) as [string, string];
        const command = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days}
          -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${own} -out ${certificate}`;
        const made = Bun.spawnSync(command.split(/\s+/));
        expect(made.success).toBe(true);
        const proxy = Bun.serve({
          ...{ port: 0, hostname: '127.0.0.1' },
          tls: { cert: readFileSync(certificate, 'utf8'), key: readFileSync(own, 'utf8') },
          fetch: (request) => fetch(service.url + new URL(request.url).pathname, request),
        });
        const environment = { ...database.environment, ...settings, NODE_EXTRA_CA_CERTS: certificate };
        const url = `https://localhost:${proxy.port}`;
        const { stdout } = await runProgram(['doctor', '--url', url], environment, database.directory);
        await proxy.stop(true);
        expect(stdout).toMatch(expected);
      }
    },
    90_000,
  );
});
