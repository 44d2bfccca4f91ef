// Texts of players in the log: what a terminal would obey is escaped, and a line of JSON stays the same value.
import { expect, test } from 'bun:test';
import { createLog } from '../../src/lib/log.ts';
import { visible } from '../../src/lib/visible.ts';

const hostile = '\u009b2J\u0085\u007f\u202eevil\u2066';

test.each([true, false])(
  'a log of production=%p has no character that a terminal would obey',
  (production) => {
    let written = '';
    const write = (text: string): void => {
      written += text;
    };
    const log = createLog(
      { level: 'info', production },
      { write, finish: async () => undefined, countDropsIn: () => undefined },
    );
    log.info({ origin: hostile }, `a name: ${hostile}`);
    expect(written).not.toMatch(/[\u007f-\u009f]|\p{Bidi_Control}/u);
    expect(written).toContain('\\u202eevil');
    if (production) expect(JSON.parse(written)).toMatchObject({ origin: hostile, msg: `a name: ${hostile}` });
  },
);

test('a text on a terminal keeps its lines and its letters, and shows what is in it', () => {
  expect(visible('a\tb\r\n é 日本 🎮')).toBe('a\tb\r\n é 日本 🎮');
  expect(visible('\u001b[2J\u0007\u200f')).toBe('\\u001b[2J\\u0007\\u200f');
});
