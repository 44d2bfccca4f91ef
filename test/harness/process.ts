// Runs the program as a process of its own, as an operator would: for signals, crashes and several processes.
import type { Environment } from '../../src/config/settings.ts';
import type { CallOptions } from './api.ts';
import { isBuilt, layTraps, programCommand } from './program.ts';
import { callOf, signTestToken, testSecret } from './service.ts';

export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** A command that runs the program, such as a tracer or one that changes the user, with its arguments. */
  readonly under?: readonly string[];
  /** The program of another tree. */
  readonly program?: string;
  /** The command that starts a service, with its arguments; `serve` unless given. */
  readonly command?: readonly string[];
}

/** Runs a command to its end, with no environment but the given one. */
export async function runProgram(
  args: readonly string[],
  environment: Environment,
  cwd: string,
  options?: ProgramOptions,
): Promise<Finished> {
  const child = spawn(args, environment, cwd, options);
  const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  return { status: await child.exited, stdout, stderr };
}

/**
 * Runs a command and kills it.
 * @param when after how many milliseconds, or at which signal
 * @returns its exit status, or null where the kill came before its end
 */
export async function killProgram(
  args: readonly string[],
  environment: Environment,
  cwd: string,
  when: number | AbortSignal,
): Promise<number | null> {
  const child = spawn(args, environment, cwd);
  const reading = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  const signal = typeof when === 'number' ? AbortSignal.timeout(when) : when;
  signal.addEventListener('abort', () => child.kill('SIGKILL'));
  await Promise.all([child.exited, reading]);
  return child.signalCode === null ? child.exitCode : null;
}

function spawn(
  args: readonly string[],
  environment: Environment,
  cwd: string,
  { under = [], program }: ProgramOptions = {},
) {
  if (isBuilt) layTraps(cwd);
  return Bun.spawn([...under, ...programCommand(program), ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

export type ServiceProcess = Awaited<ReturnType<typeof startProcess>>;

/** Starts the service and waits until it listens. */
export async function startProcess(environment: Environment, cwd: string, options?: ProgramOptions) {
  const settings = { JWT_SECRET: testSecret, PORT: '0', ...environment };
  const child = spawn(options?.command ?? ['serve'], settings, cwd, options);
  let printed = '';
  const listening = Promise.withResolvers<string>();
  const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      printed += decoder.decode(chunk, { stream: true });
      const url = /http:\/\/[\w.:[\]]+:\d+(?=\D)/.exec(printed)?.[0];
      if (url !== undefined) listening.resolve(url);
    }
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  /** The exit status; null after a signal that it could not handle. */
  const exited: Promise<number | null> = reading.then(() => child.exited).then(() => child.exitCode);
  void exited.then(() => listening.reject(new Error(`the service ended before it listened:\n${printed}`)));
  const url = await listening.promise;
  const send = callOf(() => url);
  return {
    url,
    pid: child.pid,
    /** Its output so far. */
    output: () => printed,
    call: send,
    as: async (playerId: string, method: string, path: string, options?: CallOptions) =>
      send(method, path, { token: await signTestToken(playerId), ...options }),
    signal: (name: NodeJS.Signals) => child.kill(name),
    exited,
  };
}
