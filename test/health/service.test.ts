// The state of the service for those who run it, on both engines: settings without secrets, indexes with their progress, checks.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry, settingNames } from '../../src/config/registry.ts';
import { version } from '../../src/lib/version.ts';
import { paths } from '../harness/api.ts';
import { engines, type TemporaryDirectory, temporaryDirectory } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService, testSecret } from '../harness/service.ts';
import { until } from '../harness/until.ts';

for (const engine of engines) {
  describe(`the state of the service on ${engine.name}`, () => {
    let service: Service;
    let folder: TemporaryDirectory;
    let file: string;
    beforeEach(async () => {
      folder = temporaryDirectory();
      file = join(folder.directory, 'indexes.json');
      writeFileSync(file, '[{"pointer": "/level", "type": "number"}]');
      service = await startService({
        engine,
        environment: { SERVER_API_KEY: testServerKey, JWT_SECRET: testSecret },
      });
    });
    afterEach(async () => {
      await service.stop();
      folder.remove();
    });

    const state = async () =>
      (await service.call('GET', '/api/server/service', { token: testServerKey })).body.data;

    test('has the version, all settings and the checks, and no secret', async () => {
      const answer = await service.call('GET', '/api/server/service', { token: testServerKey });
      const { settings, process: _, ...rest } = answer.body.data;
      expect(rest).toEqual({
        version,
        indexes: [],
        labels: null,
        checks: ['running', 'database', 'writes', 'key set'].map((name) => ({
          name,
          ok: true,
          problem: null,
        })),
      });
      expect(settings.map(({ name }: { name: string }) => name)).toEqual([...settingNames]);
      const shown = (name: string) => settings.find((each: { name: string }) => each.name === name);
      expect(shown('PORT').meaning).toBe(registry.PORT.meaning);
      expect(shown('SERVER_API_KEY')).toMatchObject({ value: '(hidden)', isDefault: false });
      expect(shown('METADATA_RULES')).toMatchObject({ value: null, isDefault: true });
      expect(shown('SESSION_TIMEOUT_SECONDS')).toMatchObject({ value: '1500', isDefault: true });
      for (const secret of [testServerKey, testSecret]) expect(answer.text).not.toContain(secret);
    });

    test('tells how far an index is, which is built for what is stored before', async () => {
      for (const player of ['ann', 'bob'])
        await service.as(player, 'POST', paths.metadata, { body: '{"data": {"level": 1}}' });
      await service.restart({ SERVER_API_KEY: testServerKey, METADATA_INDEXES: file });
      const [declared] = (await state()).indexes;
      expect(declared).toMatchObject({ pointer: '/level', type: 'number' });
      expect(declared.createdAt).toBe(declared.declaredAt);
      await until(async () => {
        service.clock.advance(10_000);
        return (await state()).indexes[0].state === 'whole';
      });
      expect((await state()).indexes).toMatchObject([{ state: 'whole', progress: 1 }]);
      // A process without the file keeps the index up, and drops it an hour after the last declaration.
      await service.restart({ SERVER_API_KEY: testServerKey });
      expect((await state()).indexes).toHaveLength(1);
      service.clock.advance(3_600_001);
      await until(async () => {
        service.clock.advance(300_000);
        return (await state()).indexes.length === 0;
      });
    }, 90_000);
  });
}
