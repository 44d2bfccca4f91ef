// The rules of Prometheus, in its own tool: it accepts them, and each alert fires in the cases that say so, and in no other.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { promtool, runPromtool, testRules } from '../../../deploy/monitoring/promtool.ts';
import { casesByInterval } from '../../../deploy/monitoring/rule-cases.ts';
import { groups } from '../../../deploy/monitoring/rules.ts';

const reason = promtool === null ? ' (skipped without promtool of Prometheus)' : '';
const path = join(import.meta.dir, '../../../..', 'deploy/prometheus/playkeep.rules.yml');

describe.skipIf(promtool === null)(`alerts${reason}`, () => {
  test('are accepted by promtool', () => {
    const count = groups.flatMap(({ rules }) => rules).length;
    expect(runPromtool(['check', 'rules', path])).toEqual({
      status: 0,
      output: expect.stringContaining(`${count} rules found`),
    });
  });

  test.each(Object.entries(casesByInterval))(
    'fire and spare as the cases of %s say',
    (interval, given) => {
      const { status, output } = testRules(path, given, interval);
      expect([status, status === 0 ? '' : output]).toEqual([0, '']);
    },
    300_000,
  );

  test('that fire against their case are found', () => {
    const [first] = casesByInterval['1m'] ?? [];
    if (!first) throw new Error('there is no case');
    const { status, output } = testRules(path, [{ ...first, firing: undefined }], '1m');
    expect([status, output.includes(first.alert)]).toEqual([1, true]);
  }, 180_000);
});
