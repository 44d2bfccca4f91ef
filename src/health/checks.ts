// The checks of readiness, in their order: the process is not shutting down, the database answers and takes writes,
// tokens can be verified.
import type { Store } from '../store/ports/store.ts';
import type { checkNames } from '../wire/service.ts';

export interface CheckDependencies {
  readonly store: Pick<Store, 'ping' | 'findWriteProblem'>;
  readonly verifier: { load(): Promise<boolean> };
  readonly isStopping: () => boolean;
}

interface Check {
  readonly name: (typeof checkNames)[number];
  /** The sentence for one that fails. */
  readonly problem: string;
  /** Fails by false, by a reason, which ends the sentence, or by an error. */
  readonly run: (dependencies: CheckDependencies) => Promise<boolean | string>;
}

const checks: readonly Check[] = [
  { name: 'running', problem: 'shutting down', run: async ({ isStopping }) => !isStopping() },
  {
    name: 'database',
    problem: 'the database does not answer',
    run: async ({ store }) => {
      await store.ping();
      return true;
    },
  },
  {
    name: 'writes',
    problem: 'the database takes no writes',
    run: async ({ store }) => (await store.findWriteProblem()) ?? true,
  },
  {
    name: 'key set',
    problem: 'the key set could not be fetched yet, or has no key',
    run: ({ verifier }) => verifier.load(),
  },
];

export interface CheckResult {
  readonly name: Check['name'];
  /** Undefined for a check that passed. */
  readonly problem: string | undefined;
  /** The error behind the problem, if there is one. */
  readonly cause?: unknown;
}

/** Runs the checks one after the other. */
export async function* runChecks(dependencies: CheckDependencies): AsyncGenerator<CheckResult> {
  for (const { name, problem, run } of checks) {
    try {
      yield { name, problem: problemOf(problem, await run(dependencies)) };
    } catch (cause) {
      yield { name, problem, cause };
    }
  }
}

function problemOf(sentence: string, result: boolean | string): string | undefined {
  if (result === true) return undefined;
  return result === false ? sentence : `${sentence}: ${result}`;
}
