// A game on plain Node that changes its save without end, until it is killed. It tells each change before it makes it and after it
// was kept. With the argument `finish` it makes none, sends what is left, and ends.
import { writeSync } from 'node:fs';

const [module, url, token, folder, first, mode] = process.argv.slice(2);
const { createClient, fileStorage } = await import(module);

const say = (text) => writeSync(1, `${text}\n`);
const client = createClient({
  url,
  token: () => token,
  storage: fileStorage(folder),
  environment: {
    // Pauses take a fiftieth of their time, so that a short life has many attempts.
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(milliseconds / 50, 2 ** 31 - 1));
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
  },
});
const save = await client.openSave({ initial: { count: 0, log: [] } });
say(`open ${save.durable}`);

/** Each makes the number appear in the record once: in the log, as a member, and in the sum. */
const kinds = [
  (number) => save.patch([{ op: 'append', path: '/log', value: number }]),
  (number) => save.append('/log', number),
  (number) => save.merge({ last: number, [`k${number}`]: number }),
  (number) => save.set({ ...save.data, last: number, [`k${number}`]: number }),
  (number) => save.increment('/count', 1000 ** (number % 3)),
];

if (mode === 'finish') {
  for (let failures = 0; ; failures += 1) {
    try {
      await save.flush();
      break;
    } catch (failure) {
      if (failures > 20) throw failure;
    }
  }
  await save.close();
  say('finished');
} else {
  for (let number = Number(first); ; number += 1) {
    say(`made ${number}`);
    await kinds[number % kinds.length](number);
    say(`kept ${number}`);
    if (number % 3 === 0) await new Promise((resolve) => setTimeout(resolve, number % 11));
  }
}
