// The wait of a test for a condition. Its bound only ends a hang.

const untilMilliseconds = 60_000;

/** Waits for a condition. @throws Error after a minute, with the text of the condition */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + untilMilliseconds;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`this did not come true in time: ${holds}`);
    await Bun.sleep(2);
  }
}
