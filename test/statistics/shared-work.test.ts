// Work that equal requests share.
import { describe, expect, test } from 'bun:test';
import { createSharedWork } from '../../src/statistics/shared-work.ts';

describe('work that equal requests share', () => {
  test('runs once for all who ask while it is under way, and anew afterwards', async () => {
    const share = createSharedWork<number>();
    const ends: (() => void)[] = [];
    let begun = 0;
    const work = async (): Promise<number> => {
      begun += 1;
      const number = begun;
      await new Promise<void>((resolve) => ends.push(resolve));
      return number;
    };
    const [first, second, other] = [share('a', work), share('a', work), share('b', work)];
    expect(begun).toBe(2);
    for (const end of ends.splice(0)) end();
    expect(await Promise.all([first, second, other])).toEqual([1, 1, 2]);
    const later = share('a', work);
    expect(begun).toBe(3);
    for (const end of ends.splice(0)) end();
    expect(await later).toBe(3);
  });

  test('fails for all who share it, and does not fail the next', async () => {
    const share = createSharedWork<string>();
    const failing = () => Promise.reject(new Error('no'));
    const results = await Promise.allSettled([share('a', failing), share('a', failing)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await share('a', async () => 'yes')).toBe('yes');
  });
});
