// The files that settings name: each is read and checked when a process starts, and before, so that all problems are told at once.
import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/config.ts';
import { InvalidIndexes, parseIndexDeclarations } from '../indexes/declarations.ts';
import { InvalidRules, type PathRules, parsePathRules } from '../metadata/path-rules.ts';
import type { IndexDeclaration } from '../store/ports/indexes.ts';

/** The files that settings name. */
type SettingFiles = Readonly<Record<'rules' | 'indexes', string | undefined>>;

/** The problems of the files, a sentence each. A file that is not set has none. */
export function findFileProblems({ rules, indexes }: SettingFiles): readonly string[] {
  return [() => readPathRules(rules), () => readIndexes(indexes)].flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.problems;
      throw error;
    }
  });
}

export const readPathRules = (file: string | undefined): PathRules | undefined =>
  file === undefined ? undefined : readSettingFile('METADATA_RULES', file, parsePathRules);

export const readIndexes = (file: string | undefined): readonly IndexDeclaration[] =>
  file === undefined ? [] : readSettingFile('METADATA_INDEXES', file, parseIndexDeclarations);

/** @throws ConfigError for an invalid file. */
function readSettingFile<T>(setting: string, file: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const isInvalid = error instanceof InvalidRules || error instanceof InvalidIndexes;
    const problems = isInvalid ? error.problems : [(error as Error).message];
    throw new ConfigError(problems.map((problem) => `${setting}: ${file}: ${problem}`));
  }
}
