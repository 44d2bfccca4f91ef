// TCP sockets of the C library, for the load generator: sockets of a runtime would cost as much per request as the measured
// service, on the same cores. For Linux, since it waits by epoll(7).
import { dlopen, read } from 'bun:ffi';

export interface Sockets {
  /** Connects. @returns the file descriptor; throws when the connection is refused. */
  connect(host: string, port: number): number;
  /**
   * The same without a wait for the other end. `wait` reports the socket when it is connected or has failed.
   * @returns undefined when the connection is refused at once
   */
  connectSoon(host: string, port: number): number | undefined;
  /** @returns the number of bytes accepted: fewer when the other end is slow, none when it has gone. */
  send(socket: number, bytes: Uint8Array): number;
  /** Reads into `received`. @returns how many bytes; 0 when the other end has closed. */
  receive(socket: number): number;
  readonly received: Buffer;
  /** Sets whether `wait` also reports that the socket accepts bytes again. */
  watchSending(socket: number, watches: boolean): void;
  /** Waits for ready sockets, at most this many milliseconds, then calls back for each. @returns their number */
  wait(milliseconds: number, ready: (socket: number, maySend: boolean) => void): number;
  close(socket: number): void;
  /** Frees the rest. The sockets must be closed before. */
  end(): void;
}

const receiveBytes = 256 * 1024;
const maxReady = 512;

// Constants of <sys/socket.h>, <netinet/in.h> and <sys/epoll.h> on Linux.
const AF_INET = 2;
const SOCK_STREAM = 1;
const SOCK_CLOEXEC = 0o2000000;
const SOCK_NONBLOCK = 0o4000;
const EINPROGRESS = 115;
const IPPROTO_TCP = 6;
const TCP_NODELAY = 1;
const MSG_DONTWAIT = 0x40;
const MSG_NOSIGNAL = 0x4000;
const EPOLLIN = 1;
const EPOLLOUT = 4;
const EPOLL_CTL_ADD = 1;
const EPOLL_CTL_MOD = 3;

/** struct sockaddr_in. */
function addressOf(host: string, port: number): Buffer {
  const address = Buffer.alloc(16);
  address.writeUInt16LE(AF_INET, 0);
  address.writeUInt16BE(port, 2);
  host.split('.').forEach((part, n) => void address.writeUInt8(Number(part), 4 + n));
  return address;
}

export function openSockets(): Sockets {
  if (process.platform !== 'linux') throw new Error('the load generator needs Linux');
  const { symbols: c, close: unload } = dlopen('libc.so.6', {
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    connect: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
    setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
    send: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i32' },
    recv: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i32' },
    epoll_create1: { args: ['i32'], returns: 'i32' },
    epoll_ctl: { args: ['i32', 'i32', 'i32', 'ptr'], returns: 'i32' },
    epoll_wait: { args: ['i32', 'ptr', 'i32', 'i32'], returns: 'i32' },
    close: { args: ['i32'], returns: 'i32' },
    __errno_location: { args: [], returns: 'ptr' },
  });
  const received = Buffer.alloc(receiveBytes);
  // struct epoll_event is packed on x86-64 alone: 32 bits of events, then 64 of which the first 32 hold the descriptor.
  const [stride, dataAt] = process.arch === 'x64' ? [3, 1] : [4, 2];
  const events = new Int32Array(maxReady * stride);
  const event = new Int32Array(stride);
  const epoll = c.epoll_create1(0);

  const errno = (): number =>
    read.i32(c.__errno_location() as NonNullable<ReturnType<typeof c.__errno_location>>);

  function watch(operation: number, socket: number, mask: number): void {
    event[0] = mask;
    event[dataAt] = socket;
    c.epoll_ctl(epoll, operation, socket, event);
  }

  return {
    received,
    connect(host, port) {
      const address = addressOf(host, port);
      const socket = c.socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      if (socket < 0 || c.connect(socket, address, address.length) < 0) {
        throw new Error(`cannot connect to ${host} port ${port}: error ${errno()} of the system`);
      }
      c.setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, new Int32Array([1]), 4);
      watch(EPOLL_CTL_ADD, socket, EPOLLIN);
      return socket;
    },
    connectSoon(host, port) {
      const address = addressOf(host, port);
      const socket = c.socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
      if (socket < 0) return undefined;
      if (c.connect(socket, address, address.length) < 0 && errno() !== EINPROGRESS) {
        c.close(socket);
        return undefined;
      }
      c.setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, new Int32Array([1]), 4);
      watch(EPOLL_CTL_ADD, socket, EPOLLIN | EPOLLOUT);
      return socket;
    },
    send: (socket, bytes) => Math.max(0, c.send(socket, bytes, bytes.length, MSG_DONTWAIT | MSG_NOSIGNAL)),
    receive: (socket) => Math.max(0, c.recv(socket, received, receiveBytes, MSG_DONTWAIT)),
    watchSending: (socket, watches) => watch(EPOLL_CTL_MOD, socket, watches ? EPOLLIN | EPOLLOUT : EPOLLIN),
    wait(milliseconds, ready) {
      const count = c.epoll_wait(epoll, events, maxReady, milliseconds);
      for (let n = 0; n < count; n += 1) {
        const mask = events[n * stride] ?? 0;
        ready(events[n * stride + dataAt] ?? 0, (mask & EPOLLOUT) !== 0 && (mask & EPOLLIN) === 0);
      }
      return Math.max(0, count);
    },
    close: (socket) => void c.close(socket),
    end() {
      c.close(epoll);
      unload();
    },
  };
}
