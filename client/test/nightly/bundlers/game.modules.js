// The game that each bundler bundles: it uses all entries of the package, and tells the page what it found.
import { createClient, memoryStorage, PlaykeepError } from '@playkeep/client';
import { useSave } from '@playkeep/client/react';
import { openCheckedSave } from '@playkeep/client/schema';

const schema = { '~standard': { version: 1, validate: (value) => ({ value }) } };
const fetch = () => Promise.reject(new TypeError('offline'));
const storage = memoryStorage();
const playkeep = createClient({ url: '/', token: () => 'none', player: 'ann', fetch, storage });

async function play() {
  const save = await openCheckedSave(playkeep, { schema, initial: { gold: 1 } });
  await save.increment('/gold', 2);
  const { gold } = save.data;
  await save.close();
  const failure = await save.increment('/gold', 2).catch((error) => error);
  return `${gold} ${failure instanceof PlaykeepError} ${failure.code} ${typeof useSave}`;
}

globalThis.found = play();
