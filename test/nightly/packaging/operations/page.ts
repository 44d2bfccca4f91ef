// The blocks of docs/operations/virtual-machine.md, by section and in their order, and the names and programs that stand in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dir, '../../../..');

/** The name of the machine on the page. */
export const nameOnPage = 'game.example';

/** The name that a test types in its place. */
export const publicName = 'saves.test';

/** The path of a program that a stand-in stands for. */
export const real = (name: string): string =>
  Bun.which(name) ?? Bun.which(name, { PATH: '/usr/sbin:/sbin' }) ?? name;

export interface Block {
  readonly language: string;
  readonly text: string;
}

const page = readFileSync(join(root, 'docs/operations/virtual-machine.md'), 'utf8');

const sections = new Map(
  page.split(/^## /m).map((text) => {
    const blocks = [...text.matchAll(/^```(?<language>\w+)\n(?<text>.*?)\n```$/gms)].map(({ groups }) => ({
      language: groups?.language ?? '',
      text: groups?.text ?? '',
    }));
    return [text.split('\n')[0] ?? '', blocks] as const;
  }),
);

export const titles = [...sections.keys()];

/** The blocks of a section, by the beginning of its title. */
export function blocksOf(title: string): readonly Block[] {
  const found = titles.find((each) => each.startsWith(title));
  const blocks = sections.get(found ?? '');
  if (blocks === undefined) throw new Error(`the page has no section ${title}`);
  return blocks;
}
