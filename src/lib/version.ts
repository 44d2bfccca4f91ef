// The version of this program, and the build that it is of.
import { version as packageVersion } from '../../package.json' with { type: 'json' };

/** A build of `npm run dist`. */
export interface Build {
  /** The commit of its source, shortened; with `+` where files had changed since. */
  readonly commit: string;
  /** An npm package or an executable, with the system that it is for. */
  readonly kind: string;
}

/** The bundler puts the build here. In a checkout there is no such name. */
declare const PLAYKEEP_BUILD: Build | undefined;

export const build: Build | undefined = typeof PLAYKEEP_BUILD === 'undefined' ? undefined : PLAYKEEP_BUILD;

export const version: string = packageVersion;

/** For instance `0.2.0 (4f0c2a1b, executable for linux-x64)`. The version is the first word. */
export const versionLine = `${version} (${build ? `${build.commit}, ${build.kind}` : 'from source'})`;
