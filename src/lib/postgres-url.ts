// URLs of PostgreSQL as libpq reads them: several hosts, each with a port of its own, and the folder of a Unix socket in the place of
// a host. The driver takes one host a URL.

export interface ServerAddress {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: string;
  /** A URL that names this server alone. It may hold a password. */
  readonly url: string;
}

const form =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^/?#]*@)?(?<authority>[^/?#@]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?(?:#.*)?$/s;
const entry = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>\d*))?$/;

export const isSocketFolder = (host: string): boolean => host.startsWith('/');

/** @returns undefined unless it is a URL of PostgreSQL */
export function readServers(text: string): readonly ServerAddress[] | undefined {
  const { scheme, user = '', authority = '', path = '', query = '' } = form.exec(text)?.groups ?? {};
  if (scheme === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  const [namedHosts, namedPorts] = ['host', 'port'].map((name) => parameters.get(name)?.split(','));
  for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name);
  const entries = authority.split(',').map((each) => entry.exec(each)?.groups);
  const hosts = namedHosts ?? entries.map((each) => decoded(each?.host));
  const ports = namedPorts ?? entries.map((each) => each?.port);
  if (hosts.includes(undefined) || (ports.length !== 1 && ports.length !== hosts.length)) return undefined;
  const servers = hosts.map((given, index) => {
    const host = given || 'localhost';
    const port = ports.length === 1 ? ports[0] : ports[index];
    const own = new URLSearchParams(parameters);
    if (isSocketFolder(host)) {
      // A socket has no TLS, whatever a URL says of it.
      for (const name of [...own.keys()]) if (isSslMode(name)) own.delete(name);
      own.set('host', host);
    }
    const place = isSocketFolder(host) ? 'localhost' : host;
    const url = `${scheme}${user}${place}${port ? `:${port}` : ''}${path}${own.size > 0 ? `?${own}` : ''}`;
    return { host, port: port || '5432', url };
  });
  return servers.every(({ url }) => URL.canParse(url)) ? servers : undefined;
}

/** Is it the name of the parameter `sslmode`, in a spelling that the driver takes? */
export const isSslMode = (name: string): boolean => /^ssl[-_]?mode$/i.test(name);

/** The servers of a URL that was checked. */
export const serversOf = (url: string): readonly ServerAddress[] => readServers(url) ?? [];

/** Host and port of each server, without what a URL may hold beside them. */
export const describeServers = (url: string): string =>
  serversOf(url)
    .map(({ host, port }) => `${host}:${port}`)
    .join(',');

/** A host may be percent-encoded, as a folder is that stands in the place of one. */
function decoded(host: string | undefined): string | undefined {
  try {
    const plain = host === undefined ? undefined : decodeURIComponent(host);
    return plain !== undefined && isSocketFolder(plain) ? plain : host;
  } catch {
    return undefined;
  }
}
