// Repeated requests under an Idempotency-Key when the first answers exceed their bound. The keys are kept, so that no write runs
// twice, and a refusal is repeated.
import { beforeEach, describe, expect, test } from 'bun:test';
import { ERROR_DETAIL_MAX_CHARACTERS } from '../../../src/limits.ts';
import { type Answer, paths } from '../../harness/api.ts';
import { engines } from '../../harness/engines.ts';
import { useFreshService } from '../../harness/use-service.ts';

/** Far more answers than are stored for a player. */
const many = 30;
const long = 'x'.repeat(1_000_000);
const merge = { 'content-type': 'application/merge-patch+json' };
const jsonPatch = { 'content-type': 'application/json-patch+json' };

describe.each(engines)('past the bound of stored long answers on $name', (engine) => {
  const service = useFreshService({ engine });

  const get = () => service.as('ann', 'GET', paths.metadata);
  const patch = (key: string, body: unknown, headers: Record<string, string> = merge) =>
    service.as('ann', 'PATCH', paths.metadata, {
      body: JSON.stringify(body),
      headers: { 'idempotency-key': key, ...headers },
    });
  const createOnly = () =>
    service.as('ann', 'POST', paths.metadata, {
      body: '{"data":{"mine":true}}',
      headers: { 'idempotency-key': '412', 'if-none-match': '*' },
    });
  const append = (n: number) => {
    service.clock.advance(1);
    return patch(`append ${n}`, [{ op: 'add', path: '/list/-', value: n }], jsonPatch);
  };
  const state = async () => {
    const { headers, body } = await get();
    return { etag: headers.get('etag'), list: body.data.metadata.list };
  };
  const dropAll = async () => {
    for (let n = 0; n < many; n += 1) await append(n);
  };
  beforeEach(() =>
    service.as('ann', 'POST', paths.metadata, { body: `{"data":{"list":[],"long":"${long}"}}` }),
  );

  test('each is answered 200 and changes nothing, with the current record where the answer was dropped', async () => {
    const first: Answer[] = [];
    for (let n = 0; n < many; n += 1) first.push(await append(n));
    expect(first.map(({ status }) => status)).toEqual(Array(many).fill(200));
    const before = await state();
    expect(before.list).toEqual(Array.from({ length: many }, (_, n) => n));
    for (let n = 0; n < many; n += 1) {
      const again = await append(n);
      expect([n, again.status]).toEqual([n, 200]);
      const isFirst = again.text === first[n]?.text;
      if (n === 0) expect(isFirst).toBe(false);
      if (n >= many - 2) expect(isFirst).toBe(true);
      expect(again.headers.get('etag')).toBe((isFirst ? first[n]?.headers.get('etag') : before.etag) ?? '');
      if (!isFirst) expect(again.body.data.metadata.list).toEqual(before.list);
    }
    expect(await state()).toEqual(before);
  }, 120_000);

  test('a refusal is repeated with its detail, though the request would succeed by now', async () => {
    const token = 'é'.repeat(300_000);
    const refusals = async () => [
      await patch('long', [{ op: 'remove', path: `/${token}` }], jsonPatch),
      await patch('409', [{ op: 'test', path: '/list', value: 'other' }], jsonPatch),
      await patch('413', { longer: long }),
      await service.as('ann', 'POST', `${paths.history}/99/restore`, {
        headers: { 'idempotency-key': '404' },
      }),
      await service.as('ann', 'POST', paths.stop, { headers: { 'idempotency-key': '400' } }),
    ];
    const first = await refusals();
    const conflict = await createOnly();
    expect(conflict.status).toBe(412);
    expect(first.map(({ status }) => status)).toEqual([409, 409, 413, 404, 400]);
    const detail: string = first[0]?.body.error.detail ?? '';
    expect(detail).toStartWith('operation 0 (remove): nothing is at "éé');
    expect(detail.length).toBeLessThanOrEqual(ERROR_DETAIL_MAX_CHARACTERS);
    await dropAll();
    // Now each of them would succeed.
    await service.as('ann', 'DELETE', paths.metadata);
    await service.as('ann', 'POST', paths.start);
    const { etag } = await state();
    const again = await createOnly();
    expect([again.status, again.headers.get('etag')]).toEqual([412, etag]);
    expect(again.body.data).toEqual({ playerId: 'ann', sequentialId: 1, metadata: {} });
    await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"list":"other"}}' });
    expect((await refusals()).map(({ status, text }) => [status, text])).toEqual(
      first.map(({ status, text }) => [status, text]),
    );
    expect((await state()).list).toBe('other');
  }, 120_000);
});
