// Certificates that sign themselves, by the program `openssl` where the machine has it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './engines.ts';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export const hasOpenssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].some((path) => existsSync(path));

export function createCertificate(name: string): Certificate {
  using folder = temporaryDirectory();
  const cwd = folder.directory;
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  Bun.spawnSync(['openssl', 'req', ...kind, '-keyout', 'key.pem', '-out', 'cert.pem', ...names], { cwd });
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8');
  return { cert: read('cert.pem'), key: read('key.pem') };
}
