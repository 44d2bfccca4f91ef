// Permits for operations of servers on the store. Many may be under way while no call of anyone else is at the store, and one
// while there are such calls, so that a job of a backend takes what players leave.

export interface OperationPermits {
  /** Does work with a permit. Permits are given in the order of the requests. */
  withPermit<T>(work: () => Promise<T>): Promise<T>;
}

export interface OperationPermitsOptions {
  /** The most operations under way. */
  readonly most: number;
  /** Counts the calls at the store. An operation has one at a time, or none between its steps. */
  readonly countCalls: () => number;
}

export function createOperationPermits({ most, countCalls }: OperationPermitsOptions): OperationPermits {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  const mayStart = (): boolean => underWay === 0 || (underWay < most && countCalls() <= underWay);

  function startWaiting(): void {
    while (waiting.length > 0 && mayStart()) {
      underWay += 1;
      waiting.shift()?.();
    }
  }

  return {
    async withPermit(work) {
      await new Promise<void>((start) => {
        waiting.push(start);
        startWaiting();
      });
      try {
        return await work();
      } finally {
        underWay -= 1;
        startWaiting();
      }
    },
  };
}
