// The looks at the files that settings name: a service would not start with one that is missing or invalid.
import type { Config } from '../config/config.ts';
import { finding, good, type Look } from '../store/ports/surroundings.ts';
import { findFileProblems } from './setting-files.ts';

/** A line for each problem, or one line when there is none; nothing where no setting names a file. */
export async function lookAtFiles(config: Config): Promise<readonly Look[]> {
  const { metadataRulesFile: rules, metadataSchema, metadataIndexesFile: indexes } = config;
  const schema = metadataSchema?.file;
  if ((rules ?? schema ?? indexes) === undefined) return [];
  const problems = await findFileProblems({ rules, schema, indexes });
  return problems.length > 0 ? problems.map(lookOf) : [good('files of settings', 'are there, and valid')];
}

/** A problem begins with the name of its setting. */
function lookOf(problem: string): Look {
  const [about = ''] = problem.split(': ', 1);
  return finding(about, `${problem.slice(about.length + 2)}; correct it before the next start`);
}
