// A game on plain Node that changes its save without end, until it is killed. It tells each change before it makes it and after it
// was kept. With the argument `finish` it makes none, sends what is left, and ends.
import { writeSync } from 'node:fs';
import { changeForEver, finish, hurriedSleep, initial } from '../killed-game-changes.mjs';

// `skew` is that of the device's clock, in milliseconds.
const [module, url, token, folder, skew, first, mode] = process.argv.slice(2);
const { createClient, fileStorage } = await import(module);

const say = (text) => writeSync(1, `${text}\n`);
const client = createClient({
  url,
  token: () => token,
  storage: fileStorage(folder),
  environment: { sleep: hurriedSleep, now: () => Date.now() + Number(skew) },
});
const save = await client.openSave({ initial });
say(`open ${save.durable}`);
if (mode === 'finish') {
  await finish(save);
  say('finished');
} else await changeForEver(save, Number(first), say);
