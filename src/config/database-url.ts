// The reading and showing of DATABASE_URL. A password in it is never shown.
import { resolve } from 'node:path';
import { z } from 'zod';
import { isSocketFolder, isSslMode, readServers, serversOf } from '../lib/postgres-url.ts';

export type DatabaseUrl =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres'; readonly url: string };

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const sessionAttributes = ['read-write', 'primary', 'any'];

/** `sqlite:` and a path, which is made absolute, or a PostgreSQL URL. */
export const databaseUrlSchema = z.string().transform((text, context): DatabaseUrl => {
  const path = /^sqlite:(?:\/\/)?(?<path>.+)$/s.exec(text)?.groups?.path;
  const isFile = path !== undefined && path !== ':memory:';
  const message = isFile ? fileProblem(path) : urlProblem(text);
  if (message !== undefined) {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  return isFile ? { engine: 'sqlite', path: resolve(path) } : { engine: 'postgres', url: text };
});

/** What other programs read as a parameter or as a home folder would only be part of the name. */
function fileProblem(path: string): string | undefined {
  if (path.includes('?'))
    return 'a sqlite: address takes a path alone; leave out ? and what follows, or rename the file';
  if (path.startsWith('~'))
    return 'a sqlite: address does not know ~; write the whole path, such as sqlite:/home/me/playkeep.db';
  return undefined;
}

function urlProblem(text: string): string | undefined {
  const servers = readServers(text);
  if (servers === undefined)
    return 'must be sqlite:./path/to/file.db or postgres://user:password@host:5432/database';
  const sslMode = sslModeOf(text);
  if (sslMode !== undefined && !sslModes.includes(sslMode))
    return `sslmode must be one of ${sslModes.join(', ')}`;
  const attributes = parametersOf(text).get('target_session_attrs');
  if (attributes !== null && !sessionAttributes.includes(attributes))
    return `target_session_attrs must be one of ${sessionAttributes.join(', ')}, because Playkeep uses the server that takes writes`;
  return undefined;
}

const parametersOf = (url: string): URLSearchParams =>
  new URLSearchParams(/\?(?<query>[^#]*)/.exec(url)?.groups?.query);

/** The `sslmode` of a PostgreSQL URL; undefined if it has none. */
function sslModeOf(url: string): string | undefined {
  const modes = [...parametersOf(url)].filter(([name]) => isSslMode(name));
  return modes.length === 0 ? undefined : modes.map(([, value]) => value.toLowerCase()).join();
}

/** Does the `sslmode` of a PostgreSQL URL ask for the certificate of the server to be verified? */
export const verifiesServer = (url: string): boolean => sslModeOf(url)?.startsWith('verify-') ?? false;

/** The places of the database and the TLS mode, without user, password and other parameters of the URL. */
export function describeDatabase(database: DatabaseUrl): string {
  if (database.engine === 'sqlite') return `sqlite:${database.path}`;
  const servers = serversOf(database.url);
  const listed = (values: readonly string[]) => values.join(',');
  const sslMode = sslModeOf(servers[0]?.url ?? '');
  const hasFolder = servers.some(({ host }) => isSocketFolder(host));
  const parameters = [
    ...(hasFolder
      ? [`host=${listed(servers.map(({ host }) => host))}`, `port=${listed(servers.map(({ port }) => port))}`]
      : []),
    ...(sslMode === undefined ? [] : [`sslmode=${sslMode}`]),
  ];
  const authority = hasFolder ? '' : listed(servers.map(({ url }) => new URL(url).host));
  const { pathname } = new URL(servers[0]?.url ?? '');
  return `postgres://${authority}${pathname}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}
