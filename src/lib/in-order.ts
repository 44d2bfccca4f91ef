// Work on many items, of which a few are under way at once, with their outcomes in the order of the items. Outcomes that wait for
// an earlier one are few, since they may be large.

export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

export interface Turns {
  /** Does work when its turn comes. */
  readonly withPermit: <T>(work: () => Promise<T>) => Promise<T>;
  /** Does an error befall all later work too? It gets the error at once, in the place of a time-out of its own. */
  readonly endsAll: (error: unknown) => boolean;
}

/** Attempts one work after the other, each when its turn comes, and after another one where it has to wait for that. */
export function createAttempts({ withPermit, endsAll }: Turns) {
  let end: { readonly error: unknown } | undefined;
  return async <Result>(work: () => Promise<Result>, after?: Promise<unknown>): Promise<Outcome<Result>> => {
    if (after) await after;
    try {
      return await withPermit(async () => end ?? { result: await work() });
    } catch (error) {
      if (endsAll(error)) end = { error };
      return { error };
    }
  };
}

/**
 * Items behind one that nobody takes are not begun.
 * @param most the most items under way
 * @param attempt is called in the order of the items, and does not reject
 */
export async function* inOrder<Item, Result>(
  most: number,
  items: readonly Item[],
  attempt: (item: Item) => Promise<Outcome<Result>>,
): AsyncGenerator<{ readonly item: Item; readonly outcome: Outcome<Result> }> {
  const underWay: { readonly item: Item; readonly outcome: Promise<Outcome<Result>> }[] = [];

  async function* takeWhile(hasTooMany: () => boolean) {
    for (let first = underWay[0]; first && hasTooMany(); first = underWay[0]) {
      underWay.shift();
      yield { item: first.item, outcome: await first.outcome };
    }
  }

  for (const item of items) {
    yield* takeWhile(() => underWay.length === most);
    underWay.push({ item, outcome: attempt(item) });
  }
  yield* takeWhile(() => true);
}
