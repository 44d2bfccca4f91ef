// The changes of a game that is killed, in Node and in a browser. Each makes its number appear in the record once: in the log, as a
// member, or in the sum.

const kinds = [
  (save, number) => save.patch([{ op: 'append', path: '/log', value: number }]),
  (save, number) => save.append('/log', number),
  (save, number) => save.merge({ last: number, [`k${number}`]: number }),
  (save, number) => save.update((data) => ({ ...data, last: number, [`k${number}`]: number })),
  (save, number) => save.increment('/count', 1000 ** (number % 3)),
];

export const initial = { count: 0, log: [] };

/** Pauses take a fiftieth of their time, so that a short life has many attempts. */
export const hurriedSleep = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(milliseconds / 50, 2 ** 31 - 1));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Makes changes without end, and tells each before and after. */
export async function changeForEver(save, first, say) {
  for (let number = first; ; number += 1) {
    say(`made ${number}`);
    await kinds[number % kinds.length](save, number);
    say(`kept ${number}`);
    if (number % 3 === 0) await new Promise((resolve) => setTimeout(resolve, number % 11));
  }
}

/** Sends all that is left. */
export async function finish(save) {
  for (let failures = 0; ; failures += 1) {
    try {
      await save.flush();
      return await save.close();
    } catch (failure) {
      if (failures > 20) throw failure;
    }
  }
}
