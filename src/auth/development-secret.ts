// The development secret, which signs tokens outside production if no key is configured. It is made once and kept beside the
// data, readable by its owner alone (0600).
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../lib/private-folder.ts';

const fileName = 'development-secret';

/**
 * Reads the development secret of a data directory, and makes it first if it is missing. The file appears under its name
 * complete or not at all, so processes that start together agree on one secret.
 */
export function developmentSecret(dataDirectory: string): string {
  const path = join(dataDirectory, fileName);
  if (existsSync(path)) return read(path);
  makePrivateFolder(dataDirectory);
  const draft = `${path}.${crypto.randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return read(path);
}

function read(path: string): string {
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32) throw new Error(`${path} is damaged: remove it, and a new secret is made`);
  return secret;
}
