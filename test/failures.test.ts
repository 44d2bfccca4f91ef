// The failures of a run of tests are printed again at its end.
import { expect, test } from 'bun:test';
import { createFailures } from './harness/failures.ts';

const output = `
test/one.test.ts:
(pass) adds [1.00ms]
error: expect(received).toBe(expected)
Expected: "é"
(fail) subtracts [2.00ms]
(pass) multiplies [1.00ms]

test/two.test.ts:
(fail) divides [20000.00ms]
  ^ this test timed out after 20000ms.
`;

test('failures keep their file and the output before them, however the output is cut', () => {
  for (const size of [1, 7, 1_000]) {
    const failures = createFailures();
    const bytes = Buffer.from(output);
    for (let at = 0; at < bytes.length; at += size) failures.read(bytes.subarray(at, at + size));
    expect(failures.text()).toBe(
      '\nFailed:\ntest/one.test.ts:\nerror: expect(received).toBe(expected)\nExpected: "é"\n(fail) subtracts [2.00ms]\n\n' +
        'test/two.test.ts:\n\n(fail) divides [20000.00ms]\n',
    );
  }
});

test('a run without failures prints nothing of them', () => {
  const failures = createFailures();
  failures.read(Buffer.from('test/one.test.ts:\n(pass) adds [1.00ms]\n'));
  expect(failures.text()).toBe('');
});
