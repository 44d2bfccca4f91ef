// A switch that takes the network away from the game alone: while it is on, the game's own fetch fails, and requests on their way
// are cut off. It stays as it is over a reload of the page.

export interface AeroplaneMode {
  readonly isOn: boolean;
  set(isOn: boolean): void;
  /** The fetch of the game, for the client and for tokens. */
  readonly fetch: typeof fetch;
}

const storedUnder = 'aeroplane-mode';

export function createAeroplaneMode(): AeroplaneMode {
  let isOn = localStorage.getItem(storedUnder) === 'on';
  let cut = new AbortController();

  async function fetchOnline(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    if (isOn) throw new TypeError('the aeroplane mode is on');
    const signals = [cut.signal, ...(init.signal ? [init.signal] : [])];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  }

  return {
    get isOn() {
      return isOn;
    },
    set(next) {
      if (next === isOn) return;
      isOn = next;
      localStorage.setItem(storedUnder, isOn ? 'on' : 'off');
      if (isOn) cut.abort(new TypeError('the aeroplane mode was switched on'));
      else cut = new AbortController();
      // As the browser tells it, so that the client goes on at once.
      if (!isOn) dispatchEvent(new Event('online'));
    },
    fetch: fetchOnline as typeof fetch,
  };
}
