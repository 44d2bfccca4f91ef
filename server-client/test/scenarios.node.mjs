// Runs the scenarios on Node, and prints the name of each that passed.
import { scenarios } from './scenarios.mjs';

const { ENTRY: entry, URL_OF_SERVICE: url, KEY: key, TOKENS: texts } = process.env;
const tokens = JSON.parse(texts);
const module = await import(entry);

async function play(playerId, method, path, body) {
  const headers = { authorization: `Bearer ${tokens[playerId]}`, 'content-type': 'application/json' };
  const { status } = await fetch(url + path, { method, headers, body });
  if (status !== 200) throw new Error(`${path} is ${status}`);
}

for (const [name, scenario] of Object.entries(scenarios)) {
  const client = module.createServerClient({ url, key });
  await scenario({ client, play, key, url, module });
  process.stdout.write(`${name}\n`);
}
