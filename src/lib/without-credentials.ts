// A URL for the log and for spans: without its user name, its password and its query, which may hold a key.

export function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
