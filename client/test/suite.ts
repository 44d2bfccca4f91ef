// A running service for tests of saves, with new players, their devices, and the text that the service has stored.
import { afterAll, beforeAll, describe } from 'bun:test';
import { engines, type TestEngine } from '../../test/harness/engines.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import type { ClientOptions } from '../src/index.ts';
import { createDevice, type Device } from './devices.ts';

export interface Suite {
  /** It runs while the tests of the suite do. */
  service(): Service;
  /** The name of a new player. */
  player(): string;
  device(name: string, options?: Partial<ClientOptions>): Device;
  /** The exact text of a player's metadata. */
  stored(name: string): Promise<string>;
}

/** Starts a service for the tests around the call. */
export function startSuite(engine?: TestEngine): Suite {
  let service: Service;
  let players = 0;
  beforeAll(async () => {
    service = await startService(engine ? { engine } : {});
  });
  afterAll(() => service.stop());
  const device = (name: string, options: Partial<ClientOptions> = {}) =>
    createDevice(service.url, name, options);
  return {
    service: () => service,
    player() {
      players += 1;
      return `player ${players}`;
    },
    device,
    stored: async (name) => (await device(name).metadata.get()).text,
  };
}

/** Defines the same tests on each engine. */
export function describeOnEngines(define: (suite: Suite) => void): void {
  for (const engine of engines) describe(engine.name, () => define(startSuite(engine)));
}
