// nginx of the page: the certificate of its name, and the check of its configuration.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../harness/postgres.ts';
import { publicName, real } from './page.ts';
import type { Reply } from './stand-ins.ts';

/** A certificate of its own takes the place of that of Let's Encrypt. */
export function makeCertificate(root: string): Reply {
  const folder = join(root, 'etc/letsencrypt/live', publicName);
  mkdirSync(folder, { recursive: true });
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const flags = `req -x509 -newkey rsa:2048 -nodes -subj /CN=${publicName}`.split(' ');
  return { command: [real('openssl'), ...flags, ...files] };
}

/** nginx reads the sites of the folder, on a free port. */
export function checkNginx(root: string): Reply {
  const sites = join(root, 'etc/nginx/sites-enabled/playkeep.conf');
  const site = readFileSync(sites, 'utf8').replace('listen 443', `listen 127.0.0.1:${freePort()}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${root}/${each};`,
  );
  const file = join(root, 'nginx.conf');
  const http = `http { access_log off; ${temporary.join(' ')}\n${site}\n}\n`;
  writeFileSync(file, `pid ${root}/nginx.pid; error_log stderr; events {}\n${http}`);
  return { command: [real('nginx'), '-t', '-c', file] };
}
