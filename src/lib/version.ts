// The version of this program, and the build that it is of.
import { version as packageVersion } from '../../package.json' with { type: 'json' };

/** A build of `npm run dist`. */
export interface Build {
  /** The commit of its source, shortened; with `+` where files had changed since. */
  readonly commit: string;
  /** The system that an executable is for, such as `linux-x64`. An npm package has none. */
  readonly target?: string;
}

/** The bundler puts the build here. In a checkout there is no such name. */
declare const PLAYKEEP_BUILD: Build | undefined;

export const build: Build | undefined = typeof PLAYKEEP_BUILD === 'undefined' ? undefined : PLAYKEEP_BUILD;

export const version: string = packageVersion;

/** For instance `0.2.0 (4f0c2a1b, executable for linux-x64)`. The version is the first word. */
export const versionLine = `${version} (${describeBuild()})`;

function describeBuild(): string {
  if (!build) return 'from source';
  return `${build.commit}, ${build.target === undefined ? 'npm package' : `executable for ${build.target}`}`;
}

/** The command line that starts this program, for sentences that tell people to type one. */
export const commandName = build?.target === undefined ? 'npx playkeep' : 'playkeep';
