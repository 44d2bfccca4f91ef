// TLS to PostgreSQL: `sslmode` in the URL and `DATABASE_CA_FILE`. Needs openssl to make certificates.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { ownLike, type PostgresServer, startPostgres } from '../../../harness/postgres.ts';
import { runProgram } from '../../../harness/process.ts';

describe.skipIf(Bun.which('openssl') === null)('TLS to PostgreSQL', () => {
  const { directory, remove } = temporaryDirectory();
  const at = (name: string): string => join(directory, name);
  let server: PostgresServer;

  /** A self-signed certificate for 127.0.0.1, which is its own authority. */
  function makeCertificate(name: string): void {
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
    const files = ['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
      stdio: 'ignore',
    });
  }

  beforeAll(async () => {
    makeCertificate('server');
    makeCertificate('other');
    server = await startPostgres();
    copyFileSync(at('server.pem'), join(server.dataDirectory, 'server.crt'));
    copyFileSync(at('server.key'), join(server.dataDirectory, 'server.key'));
    ownLike(join(server.dataDirectory, 'PG_VERSION'), server.dataDirectory);
    await server.configure('ssl', 'on');
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    remove();
  });

  const migrate = (sslmode: string, caFile = '') =>
    runProgram(
      ['migrate'],
      { DATABASE_URL: `${server.url('postgres')}?sslmode=${sslmode}`, DATABASE_CA_FILE: caFile },
      directory,
    );

  test.each(['disable', 'prefer', 'require'])('sslmode=%s needs no authority', async (sslmode) => {
    expect((await migrate(sslmode)).status).toBe(0);
  });

  test('the server is verified against the authority of DATABASE_CA_FILE', async () => {
    const good = await migrate('verify-full', at('server.pem'));
    expect([good.status, good.stderr]).toEqual([0, '']);
    writeFileSync(at('marked.pem'), `\uFEFF${readFileSync(at('server.pem'), 'utf8')}`);
    expect((await migrate('verify-full', at('marked.pem'))).status).toBe(0);
  });

  test('a file of authorities that is not there is named by its setting, without a wait', async () => {
    const { status, stderr } = await migrate('verify-full', at('none.pem'));
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^playkeep: DATABASE_CA_FILE: ENOENT.*none\.pem'\n$/),
    ]);
  });

  test.each([
    ['another authority', 'other.pem'],
    ['no authority', ''],
  ])('%s is refused in one line', async (_what, file) => {
    const { status, stderr } = await migrate('verify-full', file === '' ? '' : at(file));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^playkeep: PostgreSQL at 127\.0\.0\.1:\d+: /);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
