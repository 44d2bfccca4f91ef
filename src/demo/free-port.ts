// A port for the demo that no other program listens on.

/** The number of ports that are tried, from the preferred one up. */
const tries = 20;

/** The first free port from the preferred one up; 0, which lets the system choose, when none of the next ones is free. */
export function findFreePort(hostname: string, preferred: number): number {
  for (let port = preferred; port < preferred + tries; port += 1) if (isFree(hostname, port)) return port;
  return 0;
}

function isFree(hostname: string, port: number): boolean {
  try {
    Bun.listen({ hostname, port, exclusive: true, socket: { data: () => undefined } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
