// A notification socket as systemd has one: a Unix socket for datagrams, which Bun itself does not have.
import { dlopen } from 'bun:ffi';

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;

const { symbols: library } = dlopen('libc.so.6', {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
  recv: { args: ['i32', 'ptr', 'u64', 'i32'], returns: 'i64' },
  close: { args: ['i32'], returns: 'i32' },
});

/** @param path a leading `@` stands for the abstract namespace */
export function openNotifySocket(path: string) {
  const name = Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`);
  const address = Buffer.concat([Buffer.from([AF_UNIX, 0]), name]);
  const descriptor = library.socket(AF_UNIX, SOCK_DGRAM, 0);
  if (library.bind(descriptor, address, address.length) !== 0) throw new Error(`${path} cannot be bound`);
  return {
    /** Everything that was received since the last call. */
    received(): readonly string[] {
      const texts: string[] = [];
      for (;;) {
        const buffer = Buffer.alloc(1_000);
        const length = Number(library.recv(descriptor, buffer, buffer.length, MSG_DONTWAIT));
        if (length < 0) return texts;
        texts.push(buffer.toString('utf8', 0, length));
      }
    },
    [Symbol.dispose]: () => void library.close(descriptor),
  };
}
