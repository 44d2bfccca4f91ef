// The response backlog: the bound on large answers that are made and not read yet.
import { describe, expect, test } from 'bun:test';
import { createResponseBacklog } from '../../src/admission/response-backlog.ts';
import { RESPONSE_BACKLOG_MAX_BYTES } from '../../src/limits.ts';

describe('the response backlog', () => {
  const third = RESPONSE_BACKLOG_MAX_BYTES / 3;

  test('counts the unsent answers as the largest of those that were made', () => {
    let count = 0;
    const backlog = createResponseBacklog(() => count);
    const add = (bytes: number) => {
      backlog.add(bytes);
      count += 1;
    };
    for (let n = 0; n < 3; n += 1) add(third);
    expect(() => add(1)).toThrow('Service unavailable');
    count = 2;
    add(third);
    expect(() => add(1)).toThrow('Service unavailable');
    count = 0;
    for (let n = 0; n < 3; n += 1) add(third);
  });

  test('is empty when every answer is sent, however many there were', () => {
    const backlog = createResponseBacklog(() => 0);
    for (let n = 0; n < 1_000; n += 1) backlog.add(third);
  });
});
