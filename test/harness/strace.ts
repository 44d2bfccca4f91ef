// The system calls of a process, in the order in which they began and ended, as strace sees them.
import { readFileSync } from 'node:fs';

const traced = [
  ...['recvfrom', 'recvmsg'],
  ...['write', 'writev', 'sendto', 'sendmsg', 'pwrite64', 'pwritev', 'pwritev2'],
  ...['fsync', 'fdatasync', 'ftruncate', 'unlink'],
];

function tryToTrace(): boolean {
  try {
    return Bun.spawnSync(['strace', '-f', '-o', '/dev/null', 'true']).exitCode === 0;
  } catch {
    return false;
  }
}

/** True when strace is installed and may trace. */
export const canTrace = tryToTrace();

/** The command that runs a traced program, as a child of this process. Bytes are written as `\x00`. */
export function tracedTo(file: string): string[] {
  const select = `trace=${traced.join(',')}`;
  return ['strace', '-D', '-f', '-y', '-xx', '-s', '131072', '-e', select, '-e', 'signal=none', '-o', file];
}

export interface SystemCall {
  readonly name: string;
  /** The target of its first argument: a path, or `socket:[…]` or `TCP:[…]`. */
  readonly target: string;
  /** The bytes read or written. */
  readonly bytes: Buffer;
  /** The number after the bytes, or after the target: an offset or a length. */
  readonly numbers: readonly number[];
  readonly result: number;
  /** Lines of the trace: calls of other threads may come in between. */
  readonly began: number;
  readonly ended: number;
}

/** Resolves with all calls when the traced process has ended by itself, which is the last line of strace. */
export async function readTrace(file: string, pid: number): Promise<SystemCall[]> {
  for (let wait = 0; wait < 6_000; wait += 1) {
    const text = readFileSync(file, 'latin1');
    if (new RegExp(`^${pid} +\\+\\+\\+ exited`, 'm').test(text)) return parse(text);
    await Bun.sleep(10);
  }
  throw new Error('strace did not say that the process has ended');
}

function parse(text: string): SystemCall[] {
  const open = new Map<string, { text: string; began: number }>();
  const calls: SystemCall[] = [];
  for (const [line, whole] of text.split('\n').entries()) {
    const { pid, rest } = /^(?<pid>\d+) +(?<rest>.*)$/s.exec(whole)?.groups ?? {};
    if (pid === undefined || rest === undefined) continue;
    const unfinished = / ?<unfinished \.\.\.>$/.exec(rest);
    if (unfinished) {
      open.set(pid, { text: rest.slice(0, unfinished.index), began: line });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest);
    const start = resumed ? open.get(pid) : { text: '', began: line };
    if (!start) continue;
    const call = parseCall(start.text + rest.slice(resumed?.[0].length ?? 0), start.began, line);
    if (call) calls.push(call);
  }
  return calls;
}

/** A line such as `pwrite64(7<\x2f\x74…>, "\x00…", 4096, 8192) = 4096`. */
function parseCall(text: string, began: number, ended: number): SystemCall | undefined {
  const { name, args, result } = /^(?<name>\w+)\((?<args>.*)\) += (?<result>-?\d+)/s.exec(text)?.groups ?? {};
  if (name === undefined || args === undefined) return undefined;
  const quoted = [...args.matchAll(/"(?<hex>(?:\\x[0-9a-f]{2})*)"/g)].map(({ groups }) => groups?.hex ?? '');
  const path = /^\d+<(?<path>[^>]*(?:->[^>]*)*)>/.exec(args)?.groups?.path ?? '';
  const plain = args.replaceAll(/"[^"]*"/g, '').replace(/^[^,]*,?/, '');
  return {
    name,
    target: name === 'unlink' ? decode(quoted[0] ?? '').toString() : decodeMixed(path),
    bytes: Buffer.concat(quoted.map(decode)),
    numbers: [...plain.matchAll(/(?<![\w<[])\d+/g)].map(Number),
    result: Number(result),
    began,
    ended,
  };
}

const decode = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
const decodeMixed = (text: string): string =>
  text.replaceAll(/\\x(?<hex>[0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
