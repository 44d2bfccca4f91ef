// The rules for scripts of the Godot client that a test can check without Godot: identifiers, documented members, and no use of what
// Godot 4.4 lacks.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../../sdks/godot');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const scripts = [...new Bun.Glob('{addons,tests}/**/*.gd').scanSync(root)].sort();
const addon = scripts.filter((path) => path.startsWith('addons/'));

describe('scripts of the Godot client', () => {
  test('have a stable identifier, which the editor would make anew in each game', () => {
    expect(addon).toContain('addons/playkeep/json/exact_json.gd');
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

  test('use nothing that is newer than Godot 4.4, nor do those of the example game', () => {
    const newer = /@abstract|\badd_logger\b|\bduplicate_deep\b|\.\.\.\w+: Array|\bget_unhandled_stack\b/;
    const games = ['examples/godot/**/*.gd', 'test/example/godot/*.gd']
      .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(join(root, '../..'))])
      .filter((path) => !path.includes('/addons/'));
    expect(games.length).toBeGreaterThan(5);
    const all = [...scripts, ...games.map((path) => join('../..', path))];
    expect(all.filter((path) => newer.test(read(path)))).toEqual([]);
  });

  test('say where they belong: the version of the plugin is that of the changelog', () => {
    const version = /^version="(?<version>[^"]+)"$/m.exec(read('addons/playkeep/plugin.cfg'))?.groups
      ?.version;
    const client = JSON.parse(readFileSync(join(root, '../../client/package.json'), 'utf8'));
    expect(version).toBe(client.version);
    expect(read('addons/playkeep/LICENSE')).toBe(readFileSync(join(root, '../../LICENSE'), 'utf8'));
  });
});
