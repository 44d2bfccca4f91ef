// The files that settings name: each is read and checked when a process starts, and before, so that all problems are told at once.
import { ConfigError } from '../config/config.ts';
import { InvalidIndexes, parseIndexDeclarations } from '../indexes/declarations.ts';
import { readTextFile } from '../lib/text-file.ts';
import type { MetadataSchema } from '../metadata/metadata-schema.ts';
import { InvalidRules, type PathRules, parsePathRules } from '../metadata/path-rules.ts';
import { InvalidSchema } from '../schemas/invalid-schema.ts';
import type { IndexDeclaration } from '../store/ports/indexes.ts';

/** The files that settings name. */
type SettingFiles = Readonly<Record<'rules' | 'schema' | 'indexes', string | undefined>>;

/** The problems of the files, a sentence each. A file that is not set has none. */
export async function findFileProblems({ rules, schema, indexes }: SettingFiles): Promise<readonly string[]> {
  const reads = [() => readPathRules(rules), () => readMetadataSchema(schema), () => readIndexes(indexes)];
  const problems = [];
  for (const read of reads) {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
    }
  }
  return problems;
}

export const readPathRules = (file: string | undefined): PathRules | undefined =>
  file === undefined ? undefined : readSettingFile('METADATA_RULES', file, parsePathRules);

/** The validator is loaded where the setting names a file. */
export async function readMetadataSchema(file: string | undefined): Promise<MetadataSchema | undefined> {
  if (file === undefined) return undefined;
  const { parseMetadataSchema } = await import('../schemas/metadata-schema.ts');
  return readSettingFile('METADATA_SCHEMA', file, parseMetadataSchema);
}

export const readIndexes = (file: string | undefined): readonly IndexDeclaration[] =>
  file === undefined ? [] : readSettingFile('METADATA_INDEXES', file, parseIndexDeclarations);

/** @throws ConfigError for an invalid file. */
function readSettingFile<T>(setting: string, file: string, parse: (text: string) => T): T {
  try {
    return parse(readTextFile(file));
  } catch (error) {
    const isInvalid = [InvalidRules, InvalidSchema, InvalidIndexes].some((each) => error instanceof each);
    const problems = isInvalid ? (error as InvalidRules).problems : [(error as Error).message];
    throw new ConfigError(problems.map((problem) => `${setting}: ${file}: ${problem}`));
  }
}
