// The reading and showing of DATABASE_URL. A password in it is never shown.
import { resolve } from 'node:path';
import { z } from 'zod';

export type DatabaseUrl =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres'; readonly url: string };

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** `sqlite:` and a path, which is made absolute, or a PostgreSQL URL. */
export const databaseUrlSchema = z.string().transform((text, context): DatabaseUrl => {
  const path = /^sqlite:(?:\/\/)?(?<path>.+)$/s.exec(text)?.groups?.path;
  if (path !== undefined && path !== ':memory:') return { engine: 'sqlite', path: resolve(path) };
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) {
    const message = 'must be sqlite:./path/to/file.db or postgres://user:password@host:5432/database';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const sslMode = sslModeOf(text);
  if (sslMode !== undefined && !sslModes.includes(sslMode)) {
    context.addIssue({ code: 'custom', message: `sslmode must be one of ${sslModes.join(', ')}` });
    return z.NEVER;
  }
  return { engine: 'postgres', url: text };
});

/** The `sslmode` of a PostgreSQL URL, in the spellings that the driver takes; undefined if it has none. */
function sslModeOf(url: string): string | undefined {
  const modes = [...new URL(url).searchParams].filter(([name]) => /^ssl[-_]?mode$/i.test(name));
  return modes.length === 0 ? undefined : modes.map(([, value]) => value.toLowerCase()).join();
}

/** Does the `sslmode` of a PostgreSQL URL ask for the certificate of the server to be verified? */
export const verifiesServer = (url: string): boolean => sslModeOf(url)?.startsWith('verify-') ?? false;

/** The place of the database and its TLS mode, without user, password and other parameters of the URL. */
export function describeDatabase(database: DatabaseUrl): string {
  if (database.engine === 'sqlite') return `sqlite:${database.path}`;
  const { host, pathname } = new URL(database.url);
  const sslMode = sslModeOf(database.url);
  return `postgres://${host}${pathname}${sslMode === undefined ? '' : `?sslmode=${sslMode}`}`;
}
