// A platform for scenarios.mjs: clients of the package under test, networks that the scenario breaks, time that it moves, and the
// control server of the test (control-server.ts), which signs tokens and moves the clock of the service.

/** Pauses take a hundredth of their time, but for those in which a save or a session may begin. */
function hurriedSleep(milliseconds, signal) {
  const shortened = [1_000, 3_000].includes(milliseconds)
    ? milliseconds
    : Math.min(milliseconds / 100, 2 ** 31 - 1);
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(resolve, shortened);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A network that is slow, loses answers of writes, or is not there, as its members say. */
function network() {
  const state = { milliseconds: 0, losesAnswers: false, isOffline: false, requests: [] };
  const wait = () => new Promise((resolve) => setTimeout(resolve, state.milliseconds));
  state.fetch = async (url, init) => {
    const request = { method: init.method, path: new URL(url).pathname, status: 0 };
    state.requests.push(request);
    if (state.isOffline) throw new TypeError('offline');
    if (state.milliseconds > 0) await wait();
    const response = await fetch(url, init);
    request.status = response.status;
    if (state.milliseconds > 0) await wait();
    if (state.losesAnswers && init.method !== 'GET') throw new TypeError('lost');
    return response;
  };
  return state;
}

/** Time that stands still until it is moved, and a page or app that is told to sleep and to wake up. */
export function fakeTime() {
  let now = Date.now();
  const sleepers = new Set();
  const listeners = new Set();
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    environment: {
      now: () => now,
      sleep: (milliseconds, signal) =>
        new Promise((resolve) => {
          if (signal?.aborted) return resolve();
          const sleeper = { due: now + milliseconds, resolve };
          sleepers.add(sleeper);
          signal?.addEventListener('abort', () => {
            sleepers.delete(sleeper);
            resolve();
          });
        }),
      onLifecycle(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    /** Does a pause after a failure wait, which ends within a minute? */
    waits: () => [...sleepers].some(({ due }) => due <= now + 60_000),
    async advance(milliseconds) {
      now += milliseconds;
      for (const sleeper of sleepers) {
        if (sleeper.due > now) continue;
        sleepers.delete(sleeper);
        sleeper.resolve();
      }
      await turn();
    },
    tell(event) {
      for (const listener of [...listeners]) listener(event);
    },
  };
}

let players = 0;

/**
 * @param name of the platform, for the names of its players
 * @param module the package  @param storage makes a storage of this platform  @param control the address of the control server
 */
export function createPlatform({ name, module, url, control, storage, isDurable }) {
  const ask = async (path) => {
    const response = await fetch(`${control}/control/${path}`, { method: 'POST' });
    if (!response.ok) throw new Error(`the control server answered ${response.status}`);
    return response.text();
  };
  const token = (player, seconds = 86_400) =>
    ask(`token?player=${encodeURIComponent(player)}&seconds=${seconds}`);
  const connect = (player, { environment, ...options } = {}) =>
    module.createClient({
      url,
      token: () => token(player),
      storage: module.memoryStorage(),
      ...options,
      environment: { sleep: hurriedSleep, onLifecycle: () => () => undefined, ...environment },
    });
  return {
    newPlayer() {
      players += 1;
      return `${name} player ${players}`;
    },
    ...{ token, connect, network, fakeTime, storage, isDurable },
    /** Moves the clock of the service. */
    advance: (seconds) => ask(`advance?seconds=${seconds}`),
    /** A proxy before the service. */
    proxyUrl: `${control}/proxy`,
    /** @returns the title of a page with which the proxy answers from now on, if there is one, and how many redirects were followed */
    showPage: async (index) => JSON.parse(await ask(`page?index=${index}`)),
    stored: async (player) => (await connect(player).metadata.get()).metadata,
  };
}
