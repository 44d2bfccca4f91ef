// The durations of test files. Each file leaves a line when it ends, if the runner (test/run.ts) asks for them: the time of the
// processor that it took, with that of the processes which it started and waited for, and the time that passed.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The file of the lines, in the environment of the tests. */
export const durationsVariable = 'TEST_DURATIONS';

export interface Duration {
  readonly file: string;
  readonly cpuSeconds: number;
  readonly seconds: number;
}

/** Of this process, and of all that it started and waited for. Only Linux tells those. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

const stat = '/proc/self/stat';
const ticksPerSecond = 100;

function childrenSeconds(): number {
  if (!existsSync(stat)) return 0;
  const text = readFileSync(stat, 'utf8');
  // After the name of the program, which may have spaces: `cutime` and `cstime` of proc(5).
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) / ticksPerSecond;
}

const now = () => ({ cpu: cpuSeconds(), wall: performance.now() });

/** Counts from the start of a process, which may run several files, or from the end of the file before. */
export function createDurations() {
  let last = now();
  return {
    /** Writes the line of a file that has ended. */
    end(file: string): void {
      const path = process.env[durationsVariable];
      if (path === undefined) return;
      const { cpu, wall } = now();
      const line: Duration = {
        file: relative(process.cwd(), file),
        cpuSeconds: Number((cpu - last.cpu).toFixed(2)),
        seconds: Number(((wall - last.wall) / 1_000).toFixed(2)),
      };
      last = { cpu, wall };
      appendFileSync(path, `${JSON.stringify(line)}\n`);
    },
  };
}

/** The lines that were written, the slowest first. */
export const readDurations = (path: string): Duration[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Duration)
        .toSorted((one, other) => other.cpuSeconds - one.cpuSeconds)
    : [];
