// The tables of Nakama that an import reads, and their columns. A version of Nakama may lack the optional ones, which count as null
// then. Without the others, or with another type, the database is none of Nakama.

interface Table {
  readonly name: string;
  /** Each with its type in PostgreSQL; undefined where any will do, since it is read as text. */
  readonly required: Readonly<Record<string, string | undefined>>;
  readonly optional: readonly string[];
}

/** Columns of an id in `users`, with the kinds of ids that they are. */
export const idColumns = {
  username: 'username',
  custom_id: 'custom',
  email: 'email',
  apple_id: 'apple',
  facebook_id: 'facebook',
  facebook_instant_game_id: 'facebookInstantGame',
  google_id: 'google',
  gamecenter_id: 'gamecenter',
  steam_id: 'steam',
} as const;

/** Columns of the profile in `users`, with the names that Nakama's clients give them. */
export const profileColumns = {
  username: 'username',
  display_name: 'displayName',
  avatar_url: 'avatarUrl',
  lang_tag: 'langTag',
  location: 'location',
  timezone: 'timezone',
} as const;

/** Columns of `users` whose JSON is a value of its own. */
export const valueColumns = ['wallet', 'metadata'] as const;

const timestamp = 'timestamp with time zone';
const namesOf = (columns: object): string[] => Object.keys(columns).filter((name) => name !== 'username');

export const tables: readonly Table[] = [
  {
    name: 'users',
    required: { id: 'uuid', username: undefined, create_time: timestamp },
    optional: [...namesOf(idColumns), ...namesOf(profileColumns), ...valueColumns, 'disable_time'],
  },
  {
    name: 'storage',
    required: {
      ...{ collection: undefined, key: undefined, user_id: 'uuid', value: 'jsonb' },
      ...{ read: 'smallint', write: 'smallint' },
    },
    optional: [],
  },
  { name: 'user_device', required: { id: undefined, user_id: 'uuid' }, optional: [] },
];

/** A column that is there: its type. */
export interface FoundColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
  /** May the role read it? */
  readonly is_readable: boolean;
}

/**
 * The tables with a column that is read and that the role may not read. Such a column is there, so it is none of another version: without
 * it a disabled user would come in as any other.
 */
export const tablesWithoutRight = (found: readonly FoundColumn[]): readonly string[] =>
  tables
    .filter(({ name, required, optional }) =>
      found.some(
        ({ table_name, column_name, is_readable }) =>
          table_name === name && !is_readable && (column_name in required || optional.includes(column_name)),
      ),
    )
    .map(({ name }) => name);

/** @returns the rest of a sentence about the database; undefined where it is one of Nakama. */
export function schemaProblem(found: readonly FoundColumn[]): string | undefined {
  for (const { name, required } of tables) {
    const columns = found.filter((column) => column.table_name === name);
    if (columns.length === 0) return `it has no table ${name}`;
    for (const [column, type] of Object.entries(required)) {
      const there = columns.find((each) => each.column_name === column);
      if (!there) return `its table ${name} has no column ${column}`;
      if (type !== undefined && there.data_type !== type)
        return `${name}.${column} is ${there.data_type}, not ${type}`;
    }
  }
  return undefined;
}
