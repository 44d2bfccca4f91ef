// The blocks of docs/sign-in.md, which tests run as they stand there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const page = readFileSync(join(import.meta.dir, '../../docs/sign-in.md'), 'utf8');

/** The sections by their titles. */
const sections = new Map(page.split(/^## /m).map((text) => [text.split('\n', 1)[0] ?? '', text] as const));

export const sectionTitles = [...sections.keys()].slice(1);

/** The blocks of a kind in a section, in order. */
export const blocksOf = (title: string, kind: 'ini' | 'js'): readonly string[] =>
  [...(sections.get(title) ?? '').matchAll(new RegExp(`\`\`\`${kind}\\n(?<text>[\\s\\S]*?)\`\`\``, 'g'))].map(
    ({ groups }) => groups?.text ?? '',
  );

/** The settings of a recipe. @param number counts the blocks of settings in the section, from 0 */
export const settingsOf = (title: string, number = 0): Readonly<Record<string, string>> =>
  parseEnv(blocksOf(title, 'ini')[number] ?? '') as Record<string, string>;
