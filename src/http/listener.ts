// The end of accepting connections, on Linux. Closing a listening socket resets the connections in its queue, and some may have
// sent a request already. So for a moment before the close, new connections get no answer. A caller's system tries again after a
// second and is then refused before any request is sent, so the caller can go elsewhere.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { withLibrary } from '../lib/c-library.ts';

const SOL_SOCKET = 1;
const SO_ATTACH_FILTER = 26;

/**
 * Instructions of the classic packet filter (linux/filter.h), each a code, two jumps and a value. They drop a TCP segment
 * that opens a connection: its flags (byte 13) have SYN (2) and not ACK (16).
 */
const dropSynchronize = [
  [0x30, 0, 0, 13],
  [0x54, 0, 0, 0x12],
  [0x15, 0, 1, 0x02],
  [0x06, 0, 0, 0],
  [0x06, 0, 0, 0xffff_ffff],
] as const;

/** @returns false when the system cannot ignore them; then connections are accepted as before. */
export async function ignoreNewConnections(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    const sockets = listeningSockets(port);
    const functions = { setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' } } as const;
    const results = await withLibrary(functions, ({ setsockopt }, { ptr }) => {
      const instructions = Buffer.alloc(8 * dropSynchronize.length);
      for (const [index, [code, onTrue, onFalse, value]] of dropSynchronize.entries()) {
        instructions.writeUInt16LE(code, 8 * index);
        instructions.writeUInt8(onTrue, 8 * index + 2);
        instructions.writeUInt8(onFalse, 8 * index + 3);
        instructions.writeUInt32LE(value, 8 * index + 4);
      }
      const program = Buffer.alloc(16);
      program.writeUInt16LE(dropSynchronize.length, 0);
      program.writeBigUInt64LE(BigInt(ptr(instructions)), 8);
      return sockets.map((socket) =>
        setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, program, program.length),
      );
    });
    return results.length > 0 && results.every((result) => result === 0);
  } catch {
    return false;
  }
}

/** The file descriptors of this process that listen on a TCP port. */
function listeningSockets(port: number): number[] {
  const inodes = new Set(['tcp', 'tcp6'].flatMap((table) => listeningInodes(table, port)));
  return readdirSync('/proc/self/fd')
    .filter((descriptor) => {
      try {
        const { inode } =
          /^socket:\[(?<inode>\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`))?.groups ?? {};
        return inode !== undefined && inodes.has(inode);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Fields of a line (proc(5)): number, local address, remote address, state (0A: listening), …, inode in tenth place. */
function listeningInodes(table: string, port: number): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync(`/proc/self/net/${table}`, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === '0A' && local?.endsWith(`:${hexPort}`) && inode !== undefined ? [inode] : [];
  });
}
