// Steps after the tests, registered by modules that only some tests load. The preloaded file runs them: at the end of the process, or
// in a worker at the end of each file. So a step also forgets what it removes.
const steps: (() => Promise<void>)[] = [];

/** Registers a step. Steps run in the reverse order of their registration. */
export function afterAllTests(step: () => Promise<void>): void {
  steps.push(step);
}

export async function runStepsAfterTests(): Promise<void> {
  for (const step of steps.splice(0).reverse()) await step();
}
