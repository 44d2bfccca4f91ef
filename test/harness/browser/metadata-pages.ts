// The Metadata and History tabs of the console for tests: players with saves, and the steps that people take there.
import type { Locator, Page } from 'playwright-core';
import type { ConsoleService, SignedIn } from './console.ts';

/** The scopes of a support desk. They lack statistics, so that a clock that a test moves brings no answer 503. */
export const supportScopes = ['players:read', 'players:write', 'audit:read', 'service:read'] as const;

type Game = Pick<ConsoleService, 'as'>;

/** Saves as the player does, with the exact text. */
export async function saveAs(service: Game, playerId: string, text: string): Promise<void> {
  const { status } = await service.as(playerId, 'POST', '/api/game/metadata', { body: `{"data":${text}}` });
  if (status !== 200) throw new Error(`a save was answered ${status}`);
}

/** The exact text that is stored. */
export async function storedText(service: Game, playerId: string): Promise<string> {
  const { text } = await service.as(playerId, 'GET', '/api/game/metadata');
  return /"metadata":(?<metadata>.*)\}\}$/s.exec(text)?.groups?.metadata ?? '';
}

export async function sequentialIdOf(service: Game, playerId: string): Promise<number> {
  return (await service.as(playerId, 'GET', '/api/game/metadata')).body.data.sequentialId;
}

export const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Metadata' });

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Saves a text for a player and opens it in the editor. @returns the sequential id */
export async function openMetadata(
  { page, open }: Pick<SignedIn, 'page' | 'open'>,
  service: Game,
  playerId: string,
  text: string,
): Promise<number> {
  await saveAs(service, playerId, text);
  const id = await sequentialIdOf(service, playerId);
  await open(`/players/${id}/metadata`);
  await editorOf(page).waitFor();
  return id;
}

/** Replaces the value at a pointer by typing. */
export async function replaceValue(page: Page, pointer: string, value: string): Promise<void> {
  await page.getByLabel('Go to a JSON Pointer').fill(pointer);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(value);
  await page.getByText('Valid, not saved yet').waitFor();
}

export async function reviewChanges(page: Page): Promise<void> {
  await button(page, 'Review and save').click();
  await page.getByRole('heading', { name: 'Review the changes' }).waitFor();
}

/** Saves from the review, and waits until the editor is back. */
export async function saveReviewed(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'Review the changes' }).waitFor({ state: 'detached' });
  await page.getByText('No changes', { exact: true }).waitFor();
}
