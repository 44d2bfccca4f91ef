// Two hundred bodies that a client should never send, or that a careless service would mishandle, each with its answer.
// `accepted` bodies must come back to the last byte.

export interface HostileBody {
  readonly name: string;
  readonly body: string | Uint8Array;
  readonly expect: 'accepted' | 'invalid' | 'too large';
}

/** The bytes as they are, for what is not valid UTF-8. */
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))));

const invalid = (name: string, body: string | Uint8Array): HostileBody => ({ name, body, expect: 'invalid' });
const tooLarge = (name: string, body: string): HostileBody => ({ name, body, expect: 'too large' });
const accepted = (name: string, body: string): HostileBody => ({ name, body, expect: 'accepted' });

/** Texts without white space, as they stand in the source. */
const words = (template: TemplateStringsArray): string[] => String.raw(template).trim().split(/\s+/);

/** Values that are not JSON, each as the value of a member. */
const invalidValues = [
  ...words`
    undefined NaN Infinity -Infinity True FALSE nul nulll 'a' a $ 01 -01 +1 1. .5 -.5 1e 1e+ 1E- 0x10 0b1 0o7
    1_000 1,000 - --1 1n 1e1.5 " "a a" "a"b" "\" "\x41" "\u12" "\u12G4" "\u{41}" "\'" "\v" "\0"
    [1,] [,1] [1,,2] [1 1] [1;2] [1:2] ["a":1] (1) { } {}} {"a"} {"a":} {a:1} {'a':1} {"a":1,} {,"a":1} {"a"::1}
    {1:1} {null:1} {"a";1} {["a"]:1} /*c*/1 1//c #1 ...[]`,
  ...['`a`', '1 2', '"\t"', '"\n"', '"\r"', '"\u0000"', '"\u001f"', '"a" "b"', '[1 2]', '{"a":1 "b":2}', ''],
  ...['{"a" 1}', '\u00a01', '1\u00a0', '\u20281', '\ufeff1', '\u000b1', '\f1', '１', 'new Date()'],
];

/** Odd values that are JSON, each as the value of a member. */
const validValues = [
  ...words`
    1.0 -0 -0.0 1e400 -1e-400 1E+2 0e0 12345678901234567890 0.1000000000000000055511151231257827
    123456789012345678901234567890.123456789012345678901234567890e-999
    "\u0000" "\ud800" "\udfff\ud800" "\ud83c\udfae" "\/\b\f\n\r\t\\\"" "}" "{" "]["
    "\\" "\\\"" "\"}" "\"},{\"data\":{}" [] [[],[[]],{}] {"":""} {"__proto__":{"admin":true}}
    {"constructor":{"prototype":{}}} {"toJSON":1,"then":2,"length":-1} {"a":1,"a":2} {"\u0061":1,"a":2}
    {"data":{"data":{}}} {"$where":"1","$gt":""} "<script>alert(1)</script>" "{{7*7}}" "%00%n%s" null true false`,
  ...['"🎮"', '"\u2028\u2029"', '"\u007f"', '"e\u0301"', '"\uffff"', '"\ufeff"', '"\' OR 1=1; --"'],
  ...[' 1 ', '\t[\r\n1\t]\n'],
];

/** Whole bodies that are none. */
const invalidBodies = [
  ...words`
    null [] [{"data":{}}] "data" {} data=%7B%7D {"data":null} {"data":[{}]} {"data":"{}"} {"data":1} {"data":true}
    {"data":} {"data"{}} {"data"::{}} {data:{}} {'data':{}} {"DATA":{}} {"dataa":{}} {"data\u0000":{}}
    {"\x64ata":{}} {"data":{},"data":{}} {"data":{},"\u0064ata":{}} {"data":{"a":1},"data":{"a":1}}
    {"data":{},"force":true} {"force":true,"data":{}} {"data":{},"__proto__":{}} {"data":{},"":{}} {"data":{},}
    {,"data":{}} {"data":{}}{"data":{}} {"data":{}}} {"data":{} {"data":{ {"data":{"a":" {"data":{"a":"}}
    /**/{"data":{}} {"data":/**/{}} {"data":{}]`,
  ...['', ' \n\t ', '{"data ":{}}', '{"d\u0430ta":{}}', '{"data":{}}\n{"data":{}}', '{"data":{}} x'],
  ...['{"data":{}}\u0000', ')]}\',\n{"data":{}}', '\u00a0{"data":{}}', '\u000b{"data":{}}'],
];

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

export const hostileBodies: readonly HostileBody[] = [
  ...invalidValues.map((value) => invalid(`member ${JSON.stringify(value)}`, `{"data":{"x":${value}}}`)),
  ...validValues.map((value) => accepted(`member ${JSON.stringify(value)}`, `{"data":{"x":${value}}}`)),
  ...invalidBodies.map((body) => invalid(`body ${JSON.stringify(body)}`, body)),

  invalid('the key never ends', `{"${'d'.repeat(100_000)}`),
  invalid('the key is very long', `{"${'d'.repeat(100_000)}":{}}`),
  invalid('a byte-order mark', bytes([0xef, 0xbb, 0xbf], '{"data":{}}')),
  invalid('a byte-order mark within', bytes('{"data":', [0xef, 0xbb, 0xbf], '{}}')),
  invalid('UTF-16 with a mark', bytes([0xff, 0xfe], [...Buffer.from('{"data":{}}', 'utf16le')])),
  invalid('UTF-16 without a mark', Buffer.from('{"data":{}}', 'utf16le')),
  invalid('UTF-32', bytes([0x7b, 0, 0, 0, 0x7d, 0, 0, 0])),
  invalid('Latin-1', bytes('{"data":{"a":"caf', [0xe9], '"}}')),
  invalid('a lone continuation byte', bytes('{"data":{"a":"', [0x80], '"}}')),
  invalid('a sequence cut short', bytes('{"data":{"a":"', [0xf0, 0x9f, 0x8e], '"}}')),
  invalid('an overlong slash', bytes('{"data":{"a":"', [0xc0, 0xaf], '"}}')),
  invalid('an overlong NUL', bytes('{"data":{"a":"', [0xc0, 0x80], '"}}')),
  invalid('an encoded surrogate', bytes('{"data":{"a":"', [0xed, 0xa0, 0x80], '"}}')),
  invalid('past the last code point', bytes('{"data":{"a":"', [0xf4, 0x90, 0x80, 0x80], '"}}')),
  invalid('a byte that UTF-8 never has', bytes('{"data":{"a":"', [0xff], '"}}')),
  invalid('an invalid byte after the body', bytes('{"data":{}}', [0xfe])),
  invalid('all zero', new Uint8Array(1000)),
  invalid('gzip', Bun.gzipSync('{"data":{}}')),
  invalid('100,000 arrays deep', `{"data":{"a":${nested(100_000, '[', ']')}}}`),
  invalid('100,000 objects deep', `{"data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`),
  invalid('100,000 arrays deep and never closed', `{"data":{"a":${'['.repeat(100_000)}`),
  invalid('1,000,000 opening braces', '{'.repeat(1_000_000)),
  invalid('one level too deep', `{"data":{"a":${nested(1024, '[', ']')}}}`),
  invalid('a million quotes', `{"data":{"a":${'"'.repeat(1_000_001)}}}`),
  invalid('a million backslashes, odd', `{"data":{"a":"${'\\'.repeat(999_999)}"}}`),
  invalid('a million spaces, then nothing', ' '.repeat(1_000_000)),
  invalid('a million spaces after an invalid value', `{"data":x${' '.repeat(1_100_000)}}`),
  invalid('a million spaces, then the body ends', `{"data":1${' '.repeat(1_100_000)}`),
  tooLarge('one byte too large', `{"data":{"a":"${'x'.repeat(1_048_569)}"}}`),
  tooLarge('far too large', `{"data":{"a":"${'x'.repeat(5_000_000)}"}}`),
  tooLarge('too large and no JSON', 'x'.repeat(3_000_000)),
  tooLarge('small, but padded past every bound', `{"data":{}${' '.repeat(3_000_000)}}`),

  accepted('an empty object as data', '{"data":{}}'),
  accepted('white space everywhere', ' \n{\t"data"\r:\n { "a" : [ 1 , 2 ] } \n } \n'),
  accepted('the key escaped', '{"\\u0064ata":{"a":1}}'),
  accepted('the key all escaped', '{"\\u0064\\u0061\\u0074\\u0061":{"a":1}}'),
  accepted('a key like the end', '{"data":{"}":"}}"}}'),
  accepted('data within data', '{"data":{"data":{"data":{}}}}'),
  accepted('as deep as it goes', `{"data":{"a":${nested(1023, '[', ']')}}}`),
  accepted('brackets in strings, as many as one likes', `{"data":{"a":"${'[{'.repeat(10_000)}\\""}}`),
  accepted('many members', `{"data":{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`).join()}}}`),
  accepted('many escapes', `{"data":{"a":"${'\\u0000'.repeat(50_000)}"}}`),
  accepted('a million backslashes, even', `{"data":{"a":"${'\\'.repeat(1_000_000)}"}}`),
  accepted('exactly as large as allowed', `{"data":{"a":"${'x'.repeat(1_048_568)}"}}`),
  accepted('padded a little', `{"data":{}${' '.repeat(60_000)}}`),
];
