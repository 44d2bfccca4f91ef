// The calls of a backend with the client for servers, on any runtime. Each scenario gets the module, a client with a key of all scopes, its
// address, and a function that plays: it sends a request of the game API as a player.
import assert from 'node:assert/strict';

const all = async (items) => {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
};
/** A number that JavaScript rounds. */
const exact = '{"n":12345678901234567890.10,"gold":5}';

export const scenarios = {
  async 'a grant by player id is one request, whatever the name'({ client, play, key, url, module }) {
    let requests = 0;
    const counting = module.createServerClient({
      ...{ url, key },
      fetch: (...call) => {
        requests += 1;
        return fetch(...call);
      },
    });
    for (const playerId of ['ann', 'steam:7656', 'é 日本 \u{1F600}', '7', 'by-id', '?x#y']) {
      await play(playerId, 'POST', '/api/game/metadata', '{"data":{"gold":5}}');
      requests = 0;
      const record = await counting
        .player(playerId)
        .metadata.patch([{ op: 'increment', path: '/gold', by: 100 }]);
      assert.equal(requests, 1);
      assert.deepEqual([record.playerId, record.metadata], [playerId, { gold: 105 }]);
      const { sequentialId } = record;
      assert.deepEqual(await client.player(sequentialId).metadata.get(), record);
    }
  },

  async 'names that cannot stand in a path are found first, and nobody else is touched'({ client }) {
    const names = ['.', '..', 'a/b', 'a\\b', '%2e', '../x'];
    const results = await all(client.players.registerAll([...names, 'metadata', 'suspend']));
    for (const [index, playerId] of names.entries()) {
      const player = client.player(playerId);
      assert.deepEqual(await player.get(), results[index].player);
      assert.equal((await player.metadata.set({ of: playerId })).playerId, playerId);
      assert.equal((await player.suspend()).playerId, playerId);
      assert.equal((await player.unsuspend()).suspendedUntil, null);
      await player.metadata.delete();
      await player.erase();
      await assert.rejects(player.get(), { code: 'not-found' });
    }
    assert.equal((await client.player('metadata').get()).playerId, 'metadata');
    assert.equal((await client.player('suspend').get()).playerId, 'suspend');
  },

  async 'metadata keeps every digit as text, in both directions'({ client, module }) {
    await client.players.register('digits');
    const player = client.player('digits');
    const written = await player.metadata.set(new module.JsonText(exact));
    assert.equal(written.metadataText, exact);
    const read = await player.metadata.get();
    assert.equal(read.metadataText, exact);
    assert.equal(read.metadata.gold, 5);
    const merged = await player.metadata.merge(new module.JsonText('{"m":0.10,"gold":null}'));
    assert.equal(merged.metadataText, '{"n":12345678901234567890.10,"m":0.10}');
    const patch = new module.JsonText('[{"op":"increment","path":"/n","by":1}]');
    assert.match((await player.metadata.patch(patch)).metadataText, /12345678901234567891\.1/);
    const [result] = await all(
      client.bulk([{ playerId: 'digits', op: 'set', data: new module.JsonText(exact) }]),
    );
    assert.equal(result.record.metadataText, exact);
    const [newest] = await player.metadata.versions();
    const kept = await player.metadata.version(newest.version);
    assert.match(kept.metadataText, /12345678901234567891\.1/);
    assert.throws(() => new module.JsonText('{'), SyntaxError);
  },

  async 'a condition that does not hold has the current record'({ client, module }) {
    await client.players.register('cond');
    const { metadata } = client.player('cond');
    const first = await metadata.set({ n: 1 });
    const second = await metadata.set({ n: 2 }, { ifMatch: first.etag });
    await assert.rejects(metadata.set({ n: 3 }, { ifMatch: first.etag }), (error) => {
      assert.ok(error instanceof module.PlaykeepError);
      assert.deepEqual([error.code, error.status, error.reason], ['conflict', 412, 'Precondition failed']);
      assert.deepEqual(error.record, second);
      return true;
    });
    await assert.rejects(metadata.set({}, { ifNoneMatch: '*' }), { code: 'conflict' });
    const restored = await metadata.restore(1);
    assert.deepEqual(restored.metadata, { n: 1 });
    await assert.rejects(metadata.patch([{ op: 'test', path: '/n', value: 9 }]), {
      code: 'conflict',
      status: 409,
    });
  },

  async 'an own idempotency key makes a job safe to run twice'({ client }) {
    await client.players.register('twice');
    const { metadata } = client.player('twice');
    await metadata.set({ gold: 0 });
    const grant = () =>
      metadata.patch([{ op: 'increment', path: '/gold', by: 5 }], { idempotencyKey: 'order-2041' });
    const first = await grant();
    assert.deepEqual(await grant(), first);
    assert.deepEqual((await metadata.get()).metadata, { gold: 5 });
    const other = metadata.patch([{ op: 'increment', path: '/gold', by: 6 }], {
      idempotencyKey: 'order-2041',
    });
    await assert.rejects(other, { code: 'key-reused' });
  },

  async 'errors have a code, the request id and the sentence of the service'({ client, url, module }) {
    await assert.rejects(client.player('nobody').get({ requestId: 'desk-1' }), {
      ...{ name: 'PlaykeepError', code: 'not-found', status: 404, reason: 'Player not found' },
      ...{ requestId: 'desk-1', detail: 'there is no player with this player id' },
    });
    const wrong = module.createServerClient({ url, key: 'pk_wrong' });
    await assert.rejects(wrong.me(), (error) => {
      assert.deepEqual([error.code, error.detail], ['unauthorized', 'this is no server key']);
      assert.match(error.requestId, /^[\w-]{36}$/);
      return true;
    });
    const search = client.players.search({ metadata: [{ pointer: '/level', op: 'eq', value: 1 }] });
    await assert.rejects(all(search), { code: 'refused', detail: 'no index is declared on "/level"' });
    const { key } = await client.keys.create({ name: 'reader', scopes: ['players:read'] });
    const reader = module.createServerClient({ url, key: async () => key });
    await assert.rejects(all(reader.audit()), {
      code: 'forbidden',
      detail: 'the key lacks the scope audit:read',
    });
    const big = client.player('twice').metadata.set({ x: 'x'.repeat(2_000_000) });
    await assert.rejects(big, { code: 'too-large' });
  },

  async 'an endpoint of webhooks is made, tested, rotated and deleted'({ client }) {
    const { webhooks } = client;
    // Nobody listens at the port.
    const made = await webhooks.create({
      url: 'http://127.0.0.1:1/',
      types: ['player.registered'],
      enabled: false,
    });
    const { webhookId } = made;
    assert.match(made.secret, /^whsec_/);
    const tests = [
      await webhooks.test(webhookId),
      await webhooks.test(webhookId),
      await webhooks.test(webhookId),
    ];
    assert.deepEqual(
      tests.map(({ status }) => status),
      [null, null, null],
    );
    const log = await all(webhooks.deliveries(webhookId, { limit: 2, failed: true }));
    assert.deepEqual(
      log.map(({ deliveryId }) => deliveryId),
      tests.map(({ deliveryId }) => deliveryId).reverse(),
    );
    assert.equal((await webhooks.update(webhookId, { ordered: true })).ordered, true);
    assert.notEqual((await webhooks.rotate(webhookId)).secret, made.secret);
    assert.equal(await webhooks.redeliver(webhookId, { failedSince: '2020-01-01T00:00:00Z' }), 0);
    assert.equal((await webhooks.get(webhookId)).state, 'disabled');
    assert.equal((await webhooks.list()).length, 1);
    await webhooks.delete(webhookId);
    await assert.rejects(webhooks.get(webhookId), { code: 'not-found' });
  },

  async 'lists go over all pages, and ask for no page that nobody reads'({ client, key, url, module }) {
    const names = Array.from({ length: 230 }, (_, n) => `page ${String(n).padStart(3, '0')}`);
    const registered = await all(client.players.registerAll(names));
    assert.deepEqual(
      registered.map(({ playerId, error }) => [playerId, error]),
      names.map((name) => [name, undefined]),
    );
    let requests = 0;
    const counting = module.createServerClient({
      ...{ url, key },
      fetch: (...call) => {
        requests += 1;
        return fetch(...call);
      },
    });
    const search = () => counting.players.search({ playerIdPrefix: 'page ', limit: 100 });
    const found = await all(search());
    assert.deepEqual(
      found.map(({ playerId }) => playerId),
      names,
    );
    assert.equal(requests, 3);
    requests = 0;
    for await (const { playerId } of search()) if (playerId === 'page 099') break;
    assert.equal(requests, 1);
    const entries = await all(client.audit({ action: 'player.register', limit: 50 }));
    assert.ok(entries.length >= 230);
    assert.equal(new Set(entries.map(({ auditId }) => auditId)).size, entries.length);
    const { players, unknown } = await client.players.lookUp({ playerIds: ['page 000', 'nobody'] });
    assert.deepEqual([players[0], unknown], [found[0], ['nobody']]);
  },

  async 'events go on behind a place, and a sequence that does not wait ends'({ client, play }) {
    const before = (await client.request('GET', '/api/server/events', { query: { after: 'now' } })).data;
    const after = before.lastEventId ?? undefined;
    await play('sam', 'POST', '/api/game/metadata', '{"data":{"level":1}}');
    await play('sam', 'POST', '/api/game/metadata', '{"data":{"level":2}}');
    const types = 'metadata.changed';
    const found = await all(client.events({ after, types, waitSeconds: 0 }));
    assert.deepEqual(
      found.map(({ type, data }) => [type, data.members]),
      [
        [types, ['level']],
        [types, ['level']],
      ],
    );
    const [first, second] = found;
    // One that waits has no end: whoever has enough leaves.
    for await (const event of client.events({ after: first.eventId, limit: 1 })) {
      assert.deepEqual(event, second);
      break;
    }
    await assert.rejects(all(client.events({ types: 'player.born', waitSeconds: 0 })), { code: 'refused' });
  },

  async 'a bulk of many thousand operations has a result for each, in order'({ client }) {
    const count = 2_500;
    const names = Array.from({ length: 50 }, (_, n) => `bulk ${n}`);
    await all(client.players.registerAll(names));
    async function* operations() {
      for (let n = 0; n < count; n += 1)
        yield n === 7
          ? { playerId: 'nobody', op: 'get' }
          : { playerId: names[n % 50], op: 'patch', data: [{ op: 'increment', path: '/n', by: 1 }] };
    }
    const results = await all(client.bulk(operations()));
    assert.equal(results.length, count);
    for (const [n, { operation, record, error }] of results.entries()) {
      if (n === 7) assert.equal(error.code, 'not-found');
      else assert.deepEqual([operation.playerId, record.playerId], [names[n % 50], names[n % 50]]);
    }
    const reads = await all(client.bulk(names.map((playerId) => ({ playerId, op: 'get' }))));
    assert.deepEqual(
      reads.map(({ record }) => record.metadata.n),
      names.map((_, n) => (n === 7 ? 49 : 50)),
    );
    const [refused, deleted] = await all(
      client.bulk([
        { playerId: 'bulk 0', op: 'set', data: { n: 1 }, ifMatch: '"0-0"' },
        { sequentialId: reads[1].record.sequentialId, op: 'delete' },
      ]),
    );
    assert.deepEqual([refused.error.code, refused.error.record.metadata], ['conflict', { n: 50 }]);
    assert.deepEqual([deleted.error, deleted.record], [undefined, undefined]);
    assert.deepEqual(await all(client.bulk([])), []);
  },

  async 'sessions, suspension, export and erasure of a player'({ client, play }) {
    await play('sam', 'POST', '/api/game/session/start', '{"context":{"version":"2.4.1"}}');
    const player = client.player('sam');
    assert.equal((await player.session()).playerId, 'sam');
    assert.ok((await all(client.sessions.active())).some(({ playerId }) => playerId === 'sam'));
    const ofVersion = (version) => all(client.sessions.active({ context: `{"/version":"${version}"}` }));
    assert.ok((await ofVersion('2.4.1')).some(({ playerId }) => playerId === 'sam'));
    assert.deepEqual(await ofVersion('2.4'), []);
    assert.ok((await client.sessions.count()) > 0);
    assert.equal((await player.terminateSession({ idempotencyKey: 'once' })).reason, 'terminated');
    assert.equal((await player.terminateSession({ idempotencyKey: 'once' })).reason, 'terminated');
    await assert.rejects(player.terminateSession(), { reason: 'No active session found' });
    assert.equal(await player.session(), undefined);
    for (let n = 0; n < 3; n += 1) {
      await play('sam', 'POST', '/api/game/session/start', '{}');
      await play('sam', 'POST', '/api/game/session/stop', '{}');
    }
    assert.equal((await all(player.sessions())).length, 4);
    const suspended = await player.suspend({ until: '2099-01-01', reason: 'spam' });
    assert.equal(suspended.suspendedUntil, '2099-01-01T00:00:00.000Z');
    assert.equal((await player.get()).suspensionReason, 'spam');
    await player.unsuspend();
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of player.export()) text += decoder.decode(piece, { stream: true });
    assert.equal(JSON.parse(text).data.player.playerId, 'sam');
    await player.erase();
    await assert.rejects(player.erase(), { code: 'not-found' });
  },

  async 'keys, statistics and any other operation of the document'({ client }) {
    const me = await client.me();
    assert.ok(me.scopes.includes('players:write'));
    const made = await client.keys.create({ name: 'made here', scopes: ['players:read'] });
    assert.match(made.key, /^pk_/);
    assert.ok((await client.keys.list()).some(({ keyId }) => keyId === made.keyId));
    await client.keys.revoke(made.keyId, { revokeMade: true });
    assert.ok(!(await client.keys.list()).some(({ keyId }) => keyId === made.keyId));
    assert.match((await client.service()).version, /^\d+\./);
    const report = await client.statistics('players', {
      from: '2026-01-01',
      to: '2026-01-31',
      interval: 'week',
    });
    assert.ok(report.rows.length > 0);
    const csv = await client.statisticsCsv('players', { from: '2026-01-01', to: '2026-01-31' });
    assert.match(csv, /^start,/);
    await client.players.register('generic');
    const { data, etag } = await client.request('GET', '/api/server/players/by-id/{playerId}/metadata', {
      path: { playerId: 'generic' },
    });
    assert.deepEqual([data.playerId, data.metadata], ['generic', {}]);
    assert.match(etag, /^"\d+-0"$/);
    await assert.rejects(
      client.request('GET', '/api/server/players/by-id/{playerId}', { path: { playerId: '..' } }),
      TypeError,
    );
  },

  async 'a call ends with its signal, also in a pause'({ url, key, module }) {
    const gone = AbortSignal.abort(new Error('not wanted'));
    const client = module.createServerClient({ url, key });
    await assert.rejects(client.me({ signal: gone }), { message: 'not wanted' });
    const refusing = module.createServerClient({
      ...{ url, key, attempts: 9 },
      fetch: async () =>
        new Response('{"statusCode":503,"error":{"message":"Service unavailable"}}', {
          status: 503,
          headers: { 'retry-after': '30' },
        }),
    });
    const leaving = new AbortController();
    const call = refusing.me({ signal: leaving.signal });
    setTimeout(() => leaving.abort(new Error('left')), 20);
    await assert.rejects(call, { message: 'left' });
  },
};
