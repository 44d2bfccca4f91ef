// The text of a server key is nowhere but in the answer that creates it.
import { describe, expect, test } from 'bun:test';
import { keyDigest } from '../../src/lib/key-text.ts';
import { placesOf } from '../harness/dump.ts';
import { engines } from '../harness/engines.ts';
import { runProgram, startProcess } from '../harness/process.ts';
import { testServerKey } from '../harness/server-keys.ts';

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'the text of a key on %s',
  (_, engine) => {
    test('is in no file, table, export or line of the log', async () => {
      const database = await engine.create({ migrated: engine.isDistributed });
      const environment = { ...database.environment, SERVER_API_KEY: testServerKey, LOG_LEVEL: 'trace' };
      try {
        const service = await startProcess(environment, database.directory);
        const body = JSON.stringify({ name: 'backend', scopes: ['keys:write'] });
        const made = await service.call('POST', '/api/server/keys', { token: testServerKey, body });
        const { key } = made.body.data;
        for (const token of [key, `${key.slice(0, -1)}_`, testServerKey])
          await service.call('GET', '/api/server/me', { token });
        await service.call('DELETE', '/api/server/keys/environment', { token: key });
        service.signal('SIGTERM');
        await service.exited;
        const secrets = [key.slice(3, -6), testServerKey];
        expect(await placesOf(environment, [keyDigest(key)])).toContain('server_keys');
        expect(await placesOf(environment, secrets)).toEqual([]);
        const { status, stdout, stderr } = await runProgram(['export'], environment, database.directory);
        expect([status, service.output().includes('/api/server/keys')]).toEqual([0, true]);
        // The key itself does not travel.
        for (const text of [stdout, stderr, service.output()])
          for (const secret of [...secrets, keyDigest(key)]) expect(text.includes(secret)).toBe(false);
      } finally {
        await database.remove();
      }
    }, 120_000);
  },
);
