// Runs a command of the build to its end.

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** @returns its standard output. @throws Error when it fails, with its standard error */
export async function run(
  command: readonly string[],
  { cwd, env = process.env }: RunOptions,
): Promise<string> {
  const child = Bun.spawn([...command], { cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const status = await child.exited;
  if (status !== 0) throw new Error(`${command.join(' ')} ended with status ${status}:\n${stderr}`);
  return stdout;
}
