// Moments at which players have something to do, soonest first: a binary heap. A player has one moment; a later one replaces it.

export interface Wakes {
  set(player: number, at: number): void;
  /** Calls back for each player whose moment has come. */
  due(now: number, wake: (player: number) => void): void;
  readonly next: number;
}

export function createWakes(players: number): Wakes {
  const current = new Float64Array(players).fill(Number.POSITIVE_INFINITY);
  const times: number[] = [];
  const owners: number[] = [];

  function swap(a: number, b: number): void {
    [times[a], times[b]] = [times[b] as number, times[a] as number];
    [owners[a], owners[b]] = [owners[b] as number, owners[a] as number];
  }
  const timeAt = (index: number): number => times[index] ?? Number.POSITIVE_INFINITY;

  function pop(): number {
    const owner = owners[0] as number;
    const last = times.length - 1;
    swap(0, last);
    times.pop();
    owners.pop();
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const least = timeAt(left + 1) < timeAt(left) ? left + 1 : left;
      if (timeAt(least) >= timeAt(at)) return owner;
      swap(at, least);
      at = least;
    }
  }

  return {
    set(player, at) {
      if (current[player] === at) return;
      current[player] = at;
      if (at === Number.POSITIVE_INFINITY) return;
      times.push(at);
      owners.push(player);
      for (let child = times.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (timeAt(parent) <= timeAt(child)) return;
        swap(child, parent);
        child = parent;
      }
    },
    due(now, wake) {
      while (timeAt(0) <= now) {
        const at = timeAt(0);
        const player = pop();
        if (current[player] !== at) continue;
        current[player] = Number.POSITIVE_INFINITY;
        wake(player);
      }
    },
    get next() {
      return timeAt(0);
    },
  };
}
