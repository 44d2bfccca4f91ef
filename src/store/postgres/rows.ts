// The arrays of described rows (ports/rows/) for the statements that insert them: one array for each column.

type Prefixed<Name extends string, Prefix extends string> = Prefix extends ''
  ? Name
  : `${Prefix}${Capitalize<Name>}`;

export type Arrays<Row, Name extends keyof Row & string, Prefix extends string = ''> = {
  readonly [Each in Name as Prefixed<Each, Prefix>]: readonly Row[Each][];
};

/**
 * Prepares the arrays of the parameters `sequentialId`, …, or with a prefix `keptSequentialId`, ….
 * @param names the columns, of a description
 */
export function arraysOf<Name extends string, Prefix extends string = ''>(
  names: readonly Name[],
  prefix = '' as Prefix,
): <Row extends Readonly<Record<Name, unknown>>>(rows: readonly Row[]) => Arrays<Row, Name, Prefix> {
  const members = names.map((name) => [name, parameterOf(name, prefix)] as const);
  return <Row extends Readonly<Record<Name, unknown>>>(rows: readonly Row[]) => {
    const arrays: Record<string, unknown> = {};
    for (const [name, parameter] of members) arrays[parameter] = rows.map((row) => row[name]);
    return arrays as Arrays<Row, Name, Prefix>;
  };
}

const parameterOf = (name: string, prefix: string): string =>
  prefix === '' ? name : `${prefix}${name.replace(/^./, (letter) => letter.toUpperCase())}`;
