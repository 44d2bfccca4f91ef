// The header with the reason why metadata was refused, beside a body that the specification fixes.
import { describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { useService } from '../harness/use-service.ts';

describe.each(engines)('refused metadata on $name', (engine) => {
  const service = useService({ engine });

  test('the reason for refusing a body is in a header, and nowhere else', async () => {
    const onlyData = 'the body must be an object with the one member "data"';
    const reasons: [body: string | Uint8Array, detail: string][] = [
      ['', 'the body is empty'],
      ['{"data":{"a":}}', 'not JSON: line 1, column 14'],
      ['{\n"data": {"é": "a\tb"}}', 'not JSON: line 2, column 17'],
      ['{"data":{}', 'not JSON: line 1, column 11'],
      ['{"data":{}} x', 'not JSON: line 1, column 13'],
      ['\ufeff{"data":{}}', 'not JSON: line 1, column 1'],
      ['{"data":[]}', 'data must be an object'],
      ['{"data":null}', 'data must be an object'],
      ['{"data":{},"data":{}}', onlyData],
      ['{"data":{},"force":true}', onlyData],
      ['{"Data":{}}', onlyData],
      ['[]', onlyData],
      ['{}', onlyData],
      [
        `{"data":${'{"a":'.repeat(1_025)}1${'}'.repeat(1_025)}}`,
        'nested deeper than 1024 levels: line 1, column 5129',
      ],
      [
        Buffer.concat([Buffer.from('{"data":{"a":"'), Uint8Array.of(0xff), Buffer.from('"}}')]),
        'the body is not UTF-8',
      ],
    ];
    for (const [body, detail] of reasons) {
      const answer = await service.as('ann', 'POST', paths.metadata, { body });
      expect([detail, answer.status, answer.text]).toEqual([
        detail,
        400,
        '{"statusCode":400,"error":{"message":"Invalid metadata format"}}',
      ]);
      expect(answer.headers.get('x-error-detail')).toBe(detail);
    }
    const patch = (kind: 'merge-patch' | 'json-patch' | 'vnd.playkeep.patch', body: string) => {
      const headers = { 'content-type': `application/${kind}+json` };
      return service.as('ann', 'PATCH', paths.metadata, { body, headers });
    };
    const patched = await patch('merge-patch', '[1]');
    expect(patched.headers.get('x-error-detail')).toBe('a merge patch must be an object');
    const wrongPatches = {
      '{}': 'a JSON Patch must be an array of operations',
      '[1]': 'operation 0 must be an object',
      '[{"op":"test","path":"","value":{}},{"op":"fly","path":""}]':
        'operation 1 has an "op" that is not known',
      '[{"op":"add","path":"a","value":1}]': 'the "path" of operation 0 is no JSON Pointer',
      '[{"op":"remove","path":"/~2"}]': 'the "path" of operation 0 is no JSON Pointer',
      '[{"op":"copy","path":"/a"}]': 'operation 0 has no string "from"',
      '[{"op":"add","path":"/a"}]': 'operation 0 has no member "value"',
      '[{"op":"add","op":"add","path":"/a","value":1}]': 'operation 0 has a member twice',
      '[{"op":"replace","path":"","value":1}]': 'the patch would leave no object',
    };
    for (const [body, detail] of Object.entries(wrongPatches)) {
      const answer = await patch('json-patch', body);
      expect([detail, answer.status, answer.headers.get('x-error-detail')]).toEqual([detail, 400, detail]);
    }
    const increment = (members: string) => `[{"op":"increment","path":"/n"${members}}]`;
    const append = (members: string) => `[{"op":"append","path":"/n"${members}}]`;
    const wrongCounters = {
      '{}': 'a Playkeep patch must be an array of operations',
      '[[]]': 'operation 0 must be an object',
      '[{"op":"decrement","path":"/n","by":1}]': 'operation 0 has an "op" that is not known',
      '[{"op":"increment","by":1}]': 'operation 0 has no string "path"',
      '[{"op":"append","path":"n","value":1}]': 'the "path" of operation 0 is no JSON Pointer',
      [increment('')]: 'operation 0 has no number "by"',
      [increment(',"by":"1"')]: 'the "by" of operation 0 is no number',
      [increment(',"by":null')]: 'the "by" of operation 0 is no number',
      [increment(',"by":1,"min":null')]: 'the "min" of operation 0 is no number',
      [increment(',"by":1,"max":[]')]: 'the "max" of operation 0 is no number',
      [increment(',"by":1,"initial":{}')]: 'the "initial" of operation 0 is no number',
      [increment(',"by":1,"by":2')]: 'operation 0 has a member twice',
      [increment(',"by":1,"mim":0')]: 'operation 0 has a member that "increment" does not take',
      [append('')]: 'operation 0 has no member "value"',
      [append(',"value":1,"by":1')]: 'operation 0 has a member that "append" does not take',
      [append(',"value":1,"maxItems":0')]: 'the "maxItems" of operation 0 is no positive integer',
      [append(',"value":1,"maxItems":-1')]: 'the "maxItems" of operation 0 is no positive integer',
      [append(',"value":1,"maxItems":1.5')]: 'the "maxItems" of operation 0 is no positive integer',
      [append(',"value":1,"maxItems":1e400')]: 'the "maxItems" of operation 0 is no positive integer',
      [append(',"value":1,"maxItems":"9"')]: 'the "maxItems" of operation 0 is no number',
      '[{"op":"replace","path":"","value":1}]': 'the patch would leave no object',
    };
    for (const [body, detail] of Object.entries(wrongCounters)) {
      const answer = await patch('vnd.playkeep.patch', body);
      expect([body, answer.status, answer.headers.get('x-error-detail')]).toEqual([body, 400, detail]);
    }
    expect(patched.headers.get('access-control-expose-headers')).toContain('X-Error-Detail');
  });
});
