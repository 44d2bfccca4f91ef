// The console in a real browser beside a real issuer, which is another site for the browser, and the steps of a person there.
import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { sqlite } from '../engines.ts';
import { type StaffIssuer, startStaffIssuer } from '../identity-provider.ts';
import { freePort } from '../postgres.ts';
import { testServerKey } from '../server-keys.ts';
import { type ConsoleService, startConsoleService, type Visit } from './console.ts';

export const mira = 'mira@studio.example';
export const ada = 'ada@studio.example';

export const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true });
export const issuerButton = (page: Page) => page.getByRole('button', { name: 'Sign in with localhost' });
export const signedInAs = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByText(name).waitFor();

export interface StaffConsole {
  readonly issuer: StaffIssuer;
  readonly service: ConsoleService;
  stop(): Promise<void>;
}

export async function startStaffConsole(): Promise<StaffConsole> {
  // The issuer has to know the address of the console, so its port is chosen first.
  const port = String(freePort());
  const url = `http://127.0.0.1:${port}`;
  const issuer = await startStaffIssuer(url);
  const environment = { ...issuer.environment(url), PORT: port, SERVER_API_KEY: testServerKey };
  const service = await startConsoleService({ engine: sqlite, environment });
  expect(service.url).toBe(url);
  await service.as('mira', 'POST', '/api/game/metadata', { body: '{"data":{"level":1}}' });
  const stop = async () => {
    await service.stop();
    await issuer.stop();
  };
  return { issuer, service, stop };
}

/** Two clicks: the button here, and the account there. */
export async function signInByClicks(page: Page, service: ConsoleService, account = mira): Promise<void> {
  await issuerButton(page).click();
  await page.getByRole('link', { name: account }).click();
  await page.waitForURL(`${service.url}/console**`);
}

/** The watch looks away while the browser is at the issuer. */
export const throughIssuer = ({ watch, page }: Visit, service: ConsoleService, account = mira) =>
  watch.lookAwayDuring(async () => {
    await signInByClicks(page, service, account);
    await signedInAs(page, account);
  });
