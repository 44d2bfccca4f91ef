// The checks and waits of scenarios of games.

/** With the members of objects in one order. */
const textOf = (value) =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** Fails with both values. */
export function same(actual, expected) {
  const [left, right] = [textOf(actual), textOf(expected)];
  if (left !== right) throw new Error(`${left} is not ${right}`);
}

export const most = (actual, bound) => {
  if (!(actual <= bound)) throw new Error(`${actual} is more than ${bound}`);
};

export const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function until(holds) {
  while (!(await holds())) await rest(3);
}

/** Flushes until the network lets all of it through. */
export async function settle(save) {
  for (;;) {
    try {
      return await save.flush();
    } catch (failure) {
      if (!['network', 'unavailable'].includes(failure.code)) throw failure;
    }
  }
}
