// The house rules for scripts of the Godot client that a test can check without Godot: headers, names, sizes, and no use of what
// Godot 4.4 lacks.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dir, '../../sdks/godot');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const scripts = [...new Bun.Glob('{addons,tests}/**/*.gd').scanSync(root)].sort();
const addon = scripts.filter((path) => path.startsWith('addons/'));

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The functions of a file with their lengths in lines. A function ends before the next line that is indented no deeper. */
function functionsOf(path: string): { readonly name: string; readonly lines: number }[] {
  const lines = read(path).split('\n');
  return lines.flatMap((line, start) => {
    const name = /^\s*(?:static )?func (?<name>\w+)\(/.exec(line)?.groups?.name;
    if (name === undefined) return [];
    const next = lines.findIndex(
      (later, index) => index > start && /^\s*[^\s)]/.test(later) && indentOf(later) <= indentOf(line),
    );
    const text = lines.slice(start, next < 0 ? undefined : next).join('\n');
    return [{ name: `${path}: ${name}`, lines: text.trimEnd().split('\n').length }];
  });
}

describe('scripts of the Godot client', () => {
  test('are found', () => {
    expect(addon).toContain('addons/playkeep/json/exact_json.gd');
    expect(
      functionsOf('addons/playkeep/json/json_pointer.gd').map(({ name }) => name.split(': ')[1]),
    ).toEqual([
      'is_pointer',
      'parse',
      'format',
      'index_of',
      'has_child',
      'child_of',
      'has',
      'value_at',
      'is_prefix',
    ]);
  });

  test('open with a comment that says what they own', () => {
    expect(scripts.filter((path) => !/^## \S/.test(read(path)))).toEqual([]);
  });

  test('are in snake case, and no grab-bags', () => {
    expect(scripts.filter((path) => !/^[a-z0-9]+(?:_[a-z0-9]+)*\.gd$/.test(basename(path)))).toEqual([]);
    expect(scripts.filter((path) => /(?:^|\/)(?:utils?|helpers?|common|manager|misc)\b/.test(path))).toEqual(
      [],
    );
  });

  test('have at most 300 lines of 120 characters, and functions of 60 lines', () => {
    expect(scripts.filter((path) => read(path).split('\n').length > 301)).toEqual([]);
    const columns = (line: string) => line.replaceAll('\t', '    ').length;
    expect(
      scripts.filter((path) =>
        read(path)
          .split('\n')
          .some((line) => columns(line) > 120),
      ),
    ).toEqual([]);
    expect(scripts.flatMap(functionsOf).filter(({ lines }) => lines > 60)).toEqual([]);
  });

  test('have a stable identifier, which the editor would make anew in each game', () => {
    expect(scripts.filter((path) => !existsSync(join(root, `${path}.uid`)))).toEqual([]);
    const identifiers = scripts.map((path) => read(`${path}.uid`).trim());
    expect(new Set(identifiers).size).toBe(scripts.length);
  });

  test('take no name from the game but those of classes that it uses, which begin with Playkeep', () => {
    const classes = addon.flatMap((path) => [...read(path).matchAll(/^class_name (?<name>\w+)/gm)]);
    expect(classes.map(({ groups }) => groups?.name).sort()).toEqual([
      'PlaykeepConflict',
      'PlaykeepError',
      'PlaykeepJson',
      'PlaykeepMetadata',
      'PlaykeepNumber',
      'PlaykeepPatch',
      'PlaykeepPendingChange',
      'PlaykeepPlay',
      'PlaykeepPointer',
      'PlaykeepRecord',
      'PlaykeepResult',
      'PlaykeepSave',
      'PlaykeepSession',
      'PlaykeepSessions',
      'PlaykeepText',
      'PlaykeepVersion',
    ]);
  });

  test('tell errors apart by code and reason, and compare messages in one place', () => {
    const compares = /\bmessage\b\)? *(?:==|!=|in \[)/;
    expect(addon.filter((path) => compares.test(read(path)))).toEqual([]);
  });

  test('document the functions, signals and members that games use, for the help of the editor', () => {
    const parts = 'playkeep|metadata|sessions|play|result|failure|record|version|session|save/save|json/\\w+';
    const files = addon.filter((path) => new RegExp(`^addons/playkeep/(?:${parts})\\.gd$`).test(path));
    expect(files.length).toBeGreaterThan(15);
    const bare = files.flatMap((path) => {
      const lines = read(path).split('\n');
      if (!/^(?:class_name|@icon)/m.test(read(path))) return [];
      const isBare = (line: string, index: number) =>
        /^(?:static )?(?:func|signal|var) [a-z]/.test(line) && !lines[index - 1]?.startsWith('##');
      return lines.filter(isBare).map((line) => `${path}: ${line}`);
    });
    expect(bare).toEqual([]);
  });

  test('use nothing that is newer than Godot 4.4', () => {
    const newer = /@abstract|\badd_logger\b|\bduplicate_deep\b|\.\.\.\w+: Array|\bget_unhandled_stack\b/;
    expect(scripts.filter((path) => newer.test(read(path)))).toEqual([]);
  });

  test('say where they belong: the version of the plugin is that of the changelog', () => {
    const version = /^version="(?<version>[^"]+)"$/m.exec(read('addons/playkeep/plugin.cfg'))?.groups
      ?.version;
    const client = JSON.parse(readFileSync(join(root, '../../client/package.json'), 'utf8'));
    expect(version).toBe(client.version);
    expect(read('addons/playkeep/LICENSE')).toBe(readFileSync(join(root, '../../LICENSE'), 'utf8'));
  });
});
