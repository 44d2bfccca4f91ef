// The network of a device, which a test takes away: a proxy of HTTP that ends connections, also when requests have arrived.
import { type HttpProxy, receive, startHttpProxy } from '../../test/harness/forwarding.ts';

export interface Network extends HttpProxy {
  /** Nothing arrives. */
  isGone: boolean;
  /** So many of the next requests do not arrive. */
  losesNext: number;
  /** No session is stopped, as when a game is killed. */
  losesStops: boolean;
  /** Requests that were tried. */
  readonly attempts: number;
}

export async function startNetwork(target: string): Promise<Network> {
  const state = { isGone: false, losesNext: 0, losesStops: false, attempts: 0 };
  const proxy = await startHttpProxy(async (request, response) => {
    state.attempts += 1;
    const isStop = request.url?.endsWith('/session/stop') === true;
    const isLost = state.losesNext > 0;
    if (isLost) state.losesNext -= 1;
    if (state.isGone || isLost || (state.losesStops && isStop)) return void response.socket?.destroy();
    const { forward } = await receive(request, target);
    const { status, headers, bytes } = await forward();
    response.writeHead(status, headers).end(bytes);
  });
  return Object.assign(state, proxy);
}
