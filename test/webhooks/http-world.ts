// Webhooks through HTTP, for tests: a service with a key and a real receiver, which is another one for each test.
import { manualClock } from '../harness/clock.ts';
import type { TestEngine } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export const path = '/api/server/webhooks';
export const json = { 'content-type': 'application/json' };

export interface HttpWorld {
  readonly service: Service;
  readonly token: string;
  readonly receiver: Receiver;
  /** Calls a route of webhooks, below their path. */
  call(
    method: string,
    rest: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): ReturnType<Service['call']>;
  /** Makes an endpoint at the receiver, which verifies by its secret from then on. @returns the answer */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  create(change?: object): Promise<any>;
  /** Before each test. */
  begin(): void;
  /** After each test: the endpoints and the receiver are gone. */
  end(): Promise<void>;
}

export async function openHttpWorld(engine: TestEngine): Promise<HttpWorld> {
  const environment = { EVENTS: 'players,sessions,metadata', WEBHOOKS_ALLOW_PRIVATE: 'true' };
  // The package of the standard refuses old signatures by the clock of the machine.
  const service = await startService({ engine, environment, clock: manualClock(Date.now()) });
  const { token } = await createTestKey(service);
  let receiver: Receiver;
  const call: HttpWorld['call'] = (method, rest, body, headers = json) =>
    service.call(method, path + rest, {
      token,
      ...(body !== undefined && { body: JSON.stringify(body), headers }),
    });
  return {
    service,
    token,
    call,
    get receiver() {
      return receiver;
    },
    async create(change = {}) {
      const types = ['player.registered', 'session.started', 'session.ended', 'metadata.changed'];
      const { body } = await call('POST', '', { url: receiver.url, types, ...change });
      receiver.secrets = [body.data.secret];
      return body.data;
    },
    begin() {
      receiver = startReceiver();
    },
    async end() {
      for (const { webhookId } of (await call('GET', '')).body.data.webhooks)
        await call('DELETE', `/${webhookId}`);
      await receiver.stop();
    },
  };
}
