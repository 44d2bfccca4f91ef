// Certificates for tests of webhooks, made by openssl: a certificate authority, and a certificate of it for a name.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../harness/engines.ts';

export interface Certificate {
  readonly authority: string;
  readonly cert: string;
  readonly key: string;
}

export const hasOpenssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].some((path) => existsSync(path));

export function makeCertificate(name: string): Certificate {
  using folder = temporaryDirectory();
  const run = (...args: string[]): void => {
    const { exitCode, stderr } = Bun.spawnSync(['openssl', ...args], { cwd: folder.directory });
    if (exitCode !== 0) throw new Error(stderr.toString());
  };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  run(
    'req',
    '-x509',
    ...curve,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Test authority',
  );
  run('req', ...curve, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', `/CN=${name}`);
  Bun.spawnSync(['sh', '-c', `printf 'subjectAltName=DNS:${name}\\n' > extensions`], {
    cwd: folder.directory,
  });
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
  run('x509', '-req', '-in', 'request.pem', ...signing, '-out', 'cert.pem', '-extfile', 'extensions');
  const read = (file: string) => readFileSync(join(folder.directory, file), 'utf8');
  return { authority: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') };
}
