// The TypeScript of statements: for each the types of its parameters and rows, its text, and the encoding of its parameters.
import type { Composed } from './compose.ts';
import { type Field, lists, type Type } from './sql-file.ts';

const typeNames: Readonly<Record<string, string>> = {
  bigint: 'number',
  int: 'number',
  float8: 'number',
  text: 'string',
  uuid: 'string',
  boolean: 'boolean',
  bytea: 'Uint8Array',
};

function typescriptType({ base, list, isNullable, isArray }: Type): string {
  const name = `${list ?? typeNames[base]}${isNullable ? ' | null' : ''}`;
  if (!isArray) return name;
  return isNullable ? `readonly (${name})[]` : `readonly ${name}[]`;
}

const encoders: Readonly<Record<string, string>> = {
  bigint: 'bigints',
  int: 'integers',
  float8: 'numbers',
  text: 'texts',
  uuid: 'uuids',
  boolean: 'booleans',
};

/** The expression that makes parameters of PostgreSQL of a value. */
function encoding({ name, type }: Field): string {
  const value = `each.${name}`;
  if (type.isPacked) return `...packed${type.base === 'text' ? 'Texts' : ''}(${value})`;
  if (!type.isArray) return value;
  // A column of nulls is null, which almost every batch has somewhere: `unnest` makes as many rows as for the other columns.
  const encoder = type.isNullable && type.base === 'text' ? 'rareTexts' : encoders[type.base];
  return `${encoder}(${value})`;
}

const pascal = (words: string): string =>
  words.replaceAll(/(?:^|[-_ ])(\w)/g, (_, letter: string) => letter.toUpperCase());
const camel = (words: string): string => pascal(words).replace(/^\w/, (letter) => letter.toLowerCase());

const fieldLines = (fields: readonly Field[]): string =>
  fields.map(({ name, type }) => `  readonly ${name}: ${typescriptType(type)};\n`).join('');
const nameList = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;

interface ModuleOptions {
  readonly opening: string;
  /** The paths of what the module imports, from its own. */
  readonly paths: Readonly<Record<'arrays' | 'ports' | 'statement', string>>;
  /** The names of statements of another engine, for which those of this module stand. */
  readonly standFor?: ReadonlySet<string>;
}

export function toModule(
  statements: readonly Composed[],
  { opening, paths, standFor }: ModuleOptions,
): string {
  const files = Map.groupBy(statements, ({ file }) => file.path);
  const parts = [...files.values()].map(toDeclarations);
  const used = [
    ...new Set(
      parts
        .join('')
        .match(/\b(?:packed(?:Texts)?|rareTexts|bigints|integers|numbers|texts|uuids|booleans)(?=\()/g),
    ),
  ];
  return [
    `// ${opening}\n// Made by \`npm run statements\` of the SQL files in this folder. A test compares both.\n`,
    used.length > 0 ? `import { ${used.sort().join(', ')} } from '${paths.arrays}';\n` : '',
    ...Object.values(lists)
      .filter(({ type }) => new RegExp(`\\b${type}\\b`).test(parts.join('')))
      .map(({ type, port }) => `import type { ${type} } from '${paths.ports}/${port}.ts';\n`),
    `import type { Statement } from '${paths.statement}';\n`,
    ...parts,
    standFor ? toReplacements(statements.filter(({ name }) => standFor.has(name))) : '',
  ].join('');
}

/** The list of the statements that stand for others. */
function toReplacements(statements: readonly Composed[]): string {
  const values = statements.map((each) => `  ${constantOf(each)}${each.table ? `['${each.table}']` : ''},\n`);
  return [
    '\n/** The statements that stand for those of PostgreSQL of the same names. */\n',
    `export const replacements: readonly Statement<never, unknown>[] = [\n${values.join('')}];\n`,
  ].join('');
}

const baseName = ({ name, table }: Composed): string =>
  table === undefined ? name : name.slice(0, -` on ${table}`.length);
const constantOf = (statement: Composed): string => camel(baseName(statement));

function toDeclarations(statements: readonly Composed[]): string {
  const [first] = statements;
  if (!first) return '';
  const { file, table } = first;
  const [constant, type] = [constantOf(first), pascal(baseName(first))];
  const declarations = [
    `\nexport interface ${type}Parameters {\n${fieldLines(file.parameters)}}\n`,
    `export interface ${type}Row {\n${fieldLines(file.columns)}}\n`,
  ];
  const typeName = `Statement<${type}Parameters, ${type}Row>`;
  const values = statements.map((each) => `{\n${toValue(each)}}`);
  if (table === undefined)
    return [...declarations, `export const ${constant}: ${typeName} = ${values[0]};\n`].join('');
  const members = statements.map((each, index) => `  ${each.table}: ${values[index]},\n`).join('');
  const tables = statements.map((each) => `'${each.table}'`).join(' | ');
  return [
    ...declarations,
    `export const ${constant}: Readonly<Record<${tables}, ${typeName}>> = {\n${members}};\n`,
  ].join('');
}

function toValue({ name, file, text, used }: Composed): string {
  return [
    `  name: '${name}',\n`,
    `  text: \`${text.replaceAll(/[`\\$]/g, '\\$&')}\`,\n`,
    `  encode: (${used.length > 0 ? 'each' : ''}) => [${used.map(encoding).join(', ')}],\n`,
    `  parameters: ${nameList(file.parameters.map((field) => field.name))},\n`,
    `  columns: ${nameList(file.columns.map((field) => field.name))},\n`,
  ].join('');
}
