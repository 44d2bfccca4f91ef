// The parts of the client that need no service, on plain Node: run by `node --test`, with the compiled client in CLIENT.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const folder = dirname(process.env.CLIENT);
const { createClient, fileStorage, memoryStorage, PlaykeepError } = await import(process.env.CLIENT);
const { memberText, itemTexts } = await import(join(folder, 'json-source.js'));
const { addDecimals } = await import(join(folder, 'save/decimal.js'));
const { applyOperations, operationsBetween } = await import(join(folder, 'save/operations.js'));
const { pauseMilliseconds } = await import(join(folder, 'environment.js'));

test('text is cut out of an envelope as it stands', () => {
  const text = '{"a" : [1, "]"], "data":{"metadata" : {"n":1.50e400, "s":"\\"}"} , "x":1}}';
  assert.equal(memberText(text, ['data', 'metadata']), '{"n":1.50e400, "s":"\\"}"}');
  assert.deepEqual(itemTexts('[ {"a":1.0} , "x]", [2],3 ]'), ['{"a":1.0}', '"x]"', '[2]', '3']);
  assert.deepEqual(itemTexts('[]'), []);
});

test('sums are those of decimals', () => {
  assert.equal(addDecimals(0.1, 0.2), 0.3);
  assert.equal(addDecimals(1e21, -1), 1e21);
  assert.equal(addDecimals(-0.3, 0.1), -0.2);
  assert.equal(addDecimals(1e-7, 2e-7), 3e-7);
});

test('members named __proto__ are members', () => {
  const before = JSON.parse('{"__proto__":{"a":1}}');
  const after = JSON.parse('{"__proto__":{"a":2},"b":{}}');
  const result = applyOperations(before, operationsBetween(before, after));
  assert.equal(JSON.stringify(result), JSON.stringify(after));
  assert.equal(Object.getPrototypeOf(result), Object.prototype);
});

test('pauses grow to a minute, and obey Retry-After', () => {
  assert.equal(
    pauseMilliseconds(1, undefined, () => 0),
    500,
  );
  assert.ok(pauseMilliseconds(50, undefined, () => 0.999) <= 60_000);
  assert.equal(
    pauseMilliseconds(1, 90, () => 0),
    90_000,
  );
});

/** A token of that subject, which nobody verifies here. */
const tokenOf = (sub) => `x.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.x`;

/** A service that knows `POST` and `PATCH` of counters. */
async function serve() {
  const state = { gold: 0, version: 0, keys: new Map() };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const key = request.headers['idempotency-key'];
    if (request.method === 'PATCH' && !state.keys.has(key)) {
      for (const { by } of JSON.parse(body)) state.gold += by;
      state.version += 1;
      state.keys.set(key, true);
    }
    const data = { playerId: 'zoë', sequentialId: 1, metadata: { gold: state.gold } };
    response.writeHead(200, { etag: `"1-${state.version}"`, 'content-type': 'application/json' });
    response.end(JSON.stringify({ statusCode: 200, data }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { state, url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

test('a save in files outlives its client', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'playkeep-node-'));
  const service = await serve();
  try {
    const options = { token: () => tokenOf('zoë'), storage: fileStorage(join(directory, 'saves')) };
    const offline = createClient({
      ...options,
      url: service.url,
      fetch: () => Promise.reject(new TypeError('offline')),
    });
    const save = await offline.openSave();
    const kept = await save.increment('/gold', 5);
    assert.equal(kept.durable, true);
    await assert.rejects(offline.openSave(), { name: 'PlaykeepError', code: 'storage' });
    await save.close();
    assert.ok((await readdir(join(directory, 'saves'))).some((name) => name.endsWith('.journal')));
    const again = await createClient({ ...options, url: service.url }).openSave();
    assert.deepEqual(again.data, { gold: 5 });
    await again.flush();
    assert.equal(service.state.gold, 5);
    await again.close();
  } finally {
    service.stop();
    await rm(directory, { recursive: true });
  }
});

test('a save in memory sends in order', async () => {
  const service = await serve();
  try {
    const client = createClient({
      url: service.url,
      token: async () => tokenOf('zoë'),
      storage: memoryStorage(),
    });
    const save = await client.openSave();
    await Promise.all([1, 2, 3].map((by) => save.increment('/gold', by)));
    await save.flush();
    assert.deepEqual([save.status, save.data, service.state.gold], ['saved', { gold: 6 }, 6]);
    await save.close();
    await assert.rejects(save.merge({}), PlaykeepError);
  } finally {
    service.stop();
  }
});
