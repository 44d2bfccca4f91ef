// A data export of Talo, as its exporter writes it: names of columns without quotes, values by RFC 4180, and in the column of a prop the
// value of the first prop of the player whose key ends the name of the column.

export interface TaloPlayer {
  readonly id: string;
  readonly createdAt?: string;
  /** In the order of the database. */
  readonly props: readonly (readonly [key: string, value: string])[];
  readonly aliases?: readonly (readonly [service: string, identifier: string])[];
  readonly stats?: readonly (readonly [name: string, value: string])[];
}

const field = (value: string): string =>
  /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
const lines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\n`).join('');
const time = '2025-01-02T03:04:05.678Z';

/** The texts of the files by their names. */
export function taloFiles(players: readonly TaloPlayer[]): Record<string, string> {
  const keys = [...new Set(players.flatMap(({ props }) => props.map(([key]) => key)))].sort();
  const isMeta = (key: string): boolean => key.startsWith('META_');
  const columns = [...keys.filter(isMeta), ...keys.filter((key) => !isMeta(key))].map(
    (key) => `props.${key}`,
  );
  const playerRows = players.map(({ id, createdAt = '2024-01-01T00:00:00.000Z', props }) => [
    ...[id, time, createdAt, time],
    ...columns.map((column) => field(props.find(([key]) => column.endsWith(key))?.[1] ?? '')),
  ]);
  const aliases = players.flatMap(({ id, aliases: own = [] }) => own.map((alias) => [id, ...alias] as const));
  const stats = players.flatMap(({ id, stats: own = [] }) => own.map((stat) => [id, ...stat] as const));
  return {
    'players-1.csv': lines([['id', 'lastSeenAt', 'createdAt', 'updatedAt', ...columns], ...playerRows]),
    'playerAliases-1.csv': lines([
      ['id', 'service', 'identifier', 'player.id', 'createdAt', 'updatedAt'],
      ...aliases.map(([player, service, identifier], at) => [
        String(at),
        field(service),
        field(identifier),
        player,
        time,
        time,
      ]),
    ]),
    'playerGameStats-1.csv': lines([
      ['id', 'player.id', 'value', 'stat.id', 'stat.internalName', 'createdAt', 'updatedAt'],
      ...stats.map(([player, name, value], at) => [String(at), player, value, '7', field(name), time, time]),
    ]),
    'events-1.csv': 'id,name\n',
  };
}
