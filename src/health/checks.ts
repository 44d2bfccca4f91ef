// The checks of readiness, in their order: the process is not shutting down, the database answers, tokens can be verified.

export interface CheckDependencies {
  readonly store: { ping(): Promise<void> };
  readonly verifier: { load(): Promise<boolean> };
  readonly isStopping: () => boolean;
}

interface Check {
  readonly name: 'running' | 'database' | 'key set';
  /** The sentence for one that fails. */
  readonly problem: string;
  /** Fails by false or by an error. */
  readonly run: (dependencies: CheckDependencies) => Promise<boolean>;
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
    name: 'key set',
    problem: 'the key set could not be fetched yet',
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
      yield { name, problem: (await run(dependencies)) ? undefined : problem };
    } catch (cause) {
      yield { name, problem, cause };
    }
  }
}
