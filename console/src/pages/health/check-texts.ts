// The checks of readiness in words: what each means, and what to do about a problem.
import type { components } from '../../api/schema.ts';

export type Check = components['schemas']['ServiceState']['checks'][number];

interface CheckText {
  readonly title: string;
  /** The meaning of a check that passed. */
  readonly passed: string;
  readonly remedy: string;
}

/** In the order in which the service runs them. */
const texts: Readonly<Record<Check['name'], CheckText>> = {
  running: {
    title: 'Process',
    passed: 'The process runs and takes requests.',
    remedy:
      'The process is about to end and takes no new requests. A new one should start by itself; if none does, look at the supervisor, such as systemd or Kubernetes.',
  },
  database: {
    title: 'Database',
    passed: 'The database answers.',
    remedy:
      'Nothing can be read or saved until it does. See whether the database runs, whether DATABASE_URL names it, and whether its disk has space. The log of the service has the error.',
  },
  writes: {
    title: 'Writes',
    passed: 'The database takes writes.',
    remedy:
      'Nothing can be saved until it does. The reason says whether the disk is full, the database is read-only or its user lost rights. The service looks again by itself.',
  },
  'key set': {
    title: 'Keys for players’ tokens',
    passed: 'The tokens of players can be verified.',
    remedy:
      'Players cannot sign in. See whether the address in JWT_JWKS_URL answers from the machine of the service. It is asked again by itself.',
  },
};

/** A check that this version does not know is shown by its name. */
export const checkText = (name: string): CheckText =>
  Object.hasOwn(texts, name)
    ? texts[name as Check['name']]
    : { title: name, passed: 'The check passed.', remedy: 'The log of the service has more about it.' };

/** The first check that failed, as a probe's answer tells. */
export interface ProbeProblem {
  /** Undefined where another reason kept the probe from looking. */
  readonly name: string | undefined;
  readonly problem: string | undefined;
}

/** The checks that a probe's answer tells of: it ends at the first problem, and those after it are not known. */
export function checksOfProbe(failed: ProbeProblem | undefined): readonly Check[] | undefined {
  if (failed === undefined) return undefined;
  const known = Object.keys(texts) as Check['name'][];
  const at = known.indexOf(failed.name as Check['name']);
  if (at < 0) return undefined;
  return known.slice(0, at + 1).map((name, index) => ({
    ...{ name, ok: index < at, problem: index < at ? null : (failed.problem ?? '') },
  }));
}
