// A running service and the web server of its pages, for tests of the client in a real browser. Without a browser nothing is started,
// and the tests are skipped.
import { afterAll, beforeAll, test } from 'bun:test';
import { whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type Service, startService } from '../../../test/harness/service.ts';
import { type ControlServer, startControlServer } from '../control-server.ts';

/** `test`, where there is a browser. */
export const browserTest = test.skipIf(whyNoBrowser !== undefined);

export interface BrowserSuite {
  /** It runs while the tests of the file do, and so does `control`. */
  readonly service: Service;
  readonly control: ControlServer;
}

export function startBrowserSuite(): BrowserSuite {
  let service: Service;
  let control: ControlServer;
  beforeAll(async () => {
    if (whyNoBrowser !== undefined) return;
    service = await startService();
    control = await startControlServer(service);
  }, 60_000);
  afterAll(async () => {
    if (whyNoBrowser !== undefined) return;
    await control.stop();
    await service.stop();
  });
  return {
    get service() {
      return service;
    },
    get control() {
      return control;
    },
  };
}
