// A game whose device becomes full: run under a bound on the size of files. It makes a change that the device keeps, then one that is
// too large for it, sends both, and prints what the save says. With the argument `later` it opens the save once more.
const [module, url, token, folder, mode] = process.argv.slice(2);
const { createClient, fileStorage } = await import(module);

let isOffline = false;
const client = createClient({
  url,
  token: () => token,
  storage: fileStorage(folder),
  fetch: (...request) => (isOffline ? Promise.reject(new TypeError('offline')) : fetch(...request)),
});
const save = await client.openSave({ initial: { count: 0 } });
await save.flush();
if (mode !== 'later') {
  isOffline = true;
  const first = await save.increment('/count', 5);
  const second = await save.merge({ big: 'x'.repeat(300_000) });
  isOffline = false;
  save.retry();
  await save.flush();
  process.stdout.write(
    `${[first.durable, second.durable, save.durable, save.data.count, save.data.big.length].join(' ')}\n`,
  );
} else process.stdout.write(`${save.durable} ${save.data.count}\n`);
await save.close();
