// Bulk requests to a service, for tests.
import { expect } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import type { AuditEntry } from '../../src/store/ports/audit.ts';
import type { Scope } from '../../src/store/ports/keys.ts';
import { type Answer, type CallOptions, paths } from '../harness/api.ts';
import type { TestEngine } from '../harness/engines.ts';
import { createTestKey, type TestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';

export interface BulkResult {
  readonly sequentialId: number;
  readonly statusCode: number;
  readonly data?: { readonly metadata: Record<string, unknown> };
  readonly error?: { readonly message: string; readonly detail?: string };
  readonly etag?: string;
}

export interface BulkService extends Service {
  readonly key: TestKey;
  /** Makes another key, which the calls use from then on. */
  rotate(): Promise<void>;
  send(body: string, options?: CallOptions): Promise<Answer>;
  ask(operations: readonly unknown[]): Promise<Answer>;
  /** Expects the results of operations. */
  run(...operations: unknown[]): Promise<readonly BulkResult[]>;
  /** Registers players, whose sequential ids are 1 and on. */
  register(...names: string[]): Promise<void>;
  /** The entries about metadata, oldest first. */
  audit(): Promise<readonly AuditEntry[]>;
}

export async function startBulkService(
  engine: TestEngine,
  environment: Environment = {},
  scopes?: readonly Scope[],
): Promise<BulkService> {
  const service = await startService({ engine, environment });
  const createKey = () => createTestKey(service, { name: 'backend', ...(scopes && { scopes }) });
  let key = await createKey();

  const send = (body: string, options: CallOptions = {}): Promise<Answer> =>
    service.call('POST', '/api/server/metadata/bulk', { token: key.token, body, ...options });
  const ask = (operations: readonly unknown[]): Promise<Answer> => send(JSON.stringify({ operations }));

  return {
    ...service,
    get key() {
      return key;
    },
    async rotate() {
      key = await createKey();
    },
    send,
    ask,
    async run(...operations) {
      const { status, body } = await ask(operations);
      expect([status, body.error]).toEqual([200, undefined]);
      return body.data.results;
    },
    async register(...names) {
      for (const name of names) await service.as(name, 'GET', paths.metadata);
    },
    async audit() {
      const store = await openStoreOn(service.database.environment, service.clock);
      const { entries } = await store.audit.list({}, 100);
      await store.close();
      return entries.filter(({ action }) => action.startsWith('metadata.')).toReversed();
    },
  };
}
