// The file of METADATA_INDEXES: what it may hold, and every problem of it in one list.
import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidIndexes, parseIndexDeclarations } from '../../src/indexes/declarations.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { runProgram } from '../harness/process.ts';
import { startService } from '../harness/service.ts';

function problemsOf(file: unknown): readonly string[] {
  try {
    parseIndexDeclarations(typeof file === 'string' ? file : JSON.stringify(file));
    return [];
  } catch (error) {
    if (error instanceof InvalidIndexes) return error.problems;
    throw error;
  }
}

describe('the file of METADATA_INDEXES', () => {
  test('lists pointers with the types of their values', () => {
    const indexes = [
      { pointer: '/level', type: 'number' },
      { pointer: '/level', type: 'string' },
      { pointer: '/guild/na~1me~0', type: 'string' },
      { pointer: '/__proto__/', type: 'boolean' },
    ] as const;
    expect(parseIndexDeclarations(JSON.stringify(indexes))).toEqual([...indexes]);
    expect(parseIndexDeclarations('[]')).toEqual([]);
  });

  test('has all its problems in one list', () => {
    const number = (pointer: string) => ({ pointer, type: 'number' });
    expect(
      problemsOf([
        number('level'),
        number(''),
        number('/a~2'),
        number('/b'),
        number('/b'),
        number('/\u0000'),
      ]),
    ).toEqual([
      '"level" is no JSON Pointer: it begins with / and has ~ only in ~0 and ~1',
      '"" names the whole metadata, which is an object',
      '"/a~2" is no JSON Pointer: it begins with / and has ~ only in ~0 and ~1',
      '"/b" is given twice with the type number',
      '"/\\u0000" has a NUL or a lone surrogate',
    ]);
    expect(problemsOf([number(`/${'x'.repeat(256)}`)])).toEqual([
      expect.stringContaining('is too long: 256 characters are the most'),
    ]);
    expect(problemsOf([number('/\ud800')])).toEqual(['"/\\ud800" has a NUL or a lone surrogate']);
    expect(problemsOf(Array.from({ length: 17 }, (_, n) => number(`/p${n}`)))).toEqual([
      'has 17 indexes; 16 is the most',
    ]);
  });

  test('has items with exactly a pointer and a type', () => {
    expect(problemsOf([{ pointer: 1, type: 'date' }, { pointer: '/a' }, 'x'])).toEqual([
      expect.stringMatching(/^item 1 "pointer": /),
      expect.stringMatching(/^item 1 "type": /),
      expect.stringMatching(/^item 2 "type": /),
      expect.stringMatching(/^item 3: /),
    ]);
    expect(problemsOf([{ pointer: '/a', type: 'number', unique: true }])).toEqual([
      expect.stringMatching(/^item 1: .*unique/),
    ]);
    expect(problemsOf({ '/a': 'number' })).toEqual([expect.stringMatching(/^is no list: /)]);
    expect(problemsOf('[{')).toEqual([expect.stringMatching(/^is no JSON: /)]);
  });
});

test('problems of both files of settings are reported at once, with the name of the file', async () => {
  using folder = temporaryDirectory();
  const [indexes, rules] = [join(folder.directory, 'indexes.json'), join(folder.directory, 'rules.json')];
  writeFileSync(indexes, '[{"pointer": "level", "type": "number"}, {"pointer": "", "type": "number"}]');
  writeFileSync(rules, '{"level": {}}');
  const environment = { METADATA_INDEXES: indexes, METADATA_RULES: rules, PORT: 'x' };
  for (const command of ['serve', 'config']) {
    const { status, stderr } = await runProgram([command], environment, folder.directory);
    expect([status, stderr.match(/^ *(?:- )?(?:METADATA_\w+|PORT): /gm)?.length]).toEqual([2, 4]);
    expect(stderr).toContain(`METADATA_INDEXES: ${indexes}: "level" is no JSON Pointer`);
  }
  await expect(startService({ environment: { METADATA_INDEXES: `${indexes}.none` } })).rejects.toMatchObject({
    problems: [expect.stringContaining('METADATA_INDEXES')],
  });
}, 60_000);
