// Tells systemd how the service is (sd_notify(3)): ready, still alive, stopping. Elsewhere, and without a notification socket, it says
// nothing.
import { withLibrary } from './c-library.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

const AF_UNIX = 1;
const SOCK_DGRAM_CLOEXEC = 0x80002;
/** The bytes of a path in `sockaddr_un` (unix(7)). */
const pathMaxBytes = 108;

/** Variables that systemd sets for a unit with `Type=notify` and `WatchdogSec`. */
export interface ServiceManagerEnvironment {
  readonly NOTIFY_SOCKET?: string | undefined;
  readonly WATCHDOG_USEC?: string | undefined;
}

export interface ServiceManager {
  /** The service listens. From now on the watchdog hears of it, as long as this process does its work. */
  ready(): Promise<void>;
  stopping(): Promise<void>;
  /** How long the service manager waits for a sign of life; undefined where it does not ask for one. */
  readonly watchdogMilliseconds: number | undefined;
}

export function createServiceManager(
  { NOTIFY_SOCKET: socket = '', WATCHDOG_USEC }: ServiceManagerEnvironment,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): ServiceManager {
  const isThere = socket !== '' && process.platform === 'linux';
  const watchdogMilliseconds = Number(WATCHDOG_USEC) / 1_000;
  let watches = false;

  async function tell(state: string): Promise<void> {
    if (!isThere) return;
    try {
      await sendDatagram(socket, state);
    } catch (error) {
      log.warn({ error }, 'the service manager was not told');
    }
  }

  return {
    async ready() {
      await tell('READY=1');
      if (watches || !isThere || !(watchdogMilliseconds > 0)) return;
      watches = true;
      // Twice as often as needed, as sd_watchdog_enabled(3) advises.
      clock.every(watchdogMilliseconds / 2, () => void tell('WATCHDOG=1'));
    },
    stopping: () => tell('STOPPING=1'),
    watchdogMilliseconds: isThere && watchdogMilliseconds > 0 ? watchdogMilliseconds : undefined,
  };
}

const functions = {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  sendto: { args: ['i32', 'ptr', 'u64', 'i32', 'ptr', 'u32'], returns: 'i64' },
  close: { args: ['i32'], returns: 'i32' },
} as const;

/** @param path of a Unix socket; a leading `@` stands for the abstract namespace. @throws Error when it cannot be sent */
export async function sendDatagram(path: string, text: string): Promise<void> {
  const name = Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`);
  if (name.length > pathMaxBytes) throw new Error(`the path ${path} is too long`);
  const family = Buffer.alloc(2);
  family.writeUInt16LE(AF_UNIX);
  const address = Buffer.concat([family, name]);
  const message = Buffer.from(text);
  await withLibrary(functions, ({ socket, sendto, close }) => {
    const descriptor = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
    if (descriptor < 0) throw new Error('no socket could be made');
    const sent = sendto(descriptor, message, message.length, 0, address, address.length);
    close(descriptor);
    if (Number(sent) !== message.length) throw new Error(`nothing receives at ${path}`);
  });
}
