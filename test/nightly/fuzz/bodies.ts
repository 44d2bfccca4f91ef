// A grammar of request bodies: valid bodies of the operations, and mutations of them.
import { eventTypes } from '../../../src/store/ports/events.ts';
import { scopes } from '../../../src/store/ports/keys.ts';
import { searchOperators } from '../../../src/store/ports/search.ts';
import { hostileBodies } from '../../hostile/bodies.ts';
import { collidingShapes } from '../../hostile/colliding.ts';
import { type Notebook, pickNoted, registeredName } from './notebook.ts';
import type { Random } from './random.ts';
import { numberText, objectText, pointerText, valueText } from './values.ts';

export type BodyKind = 'set' | keyof typeof texts;

export interface FuzzBody {
  readonly bytes: Uint8Array;
  /** The text of `data`, in a body that is valid metadata. */
  readonly metadata?: string;
}

/** The bound of the service under test: small, so that a larger body is cheap to send. */
export const metadataMaxBytes = 6_000;

const hostile = hostileBodies
  .map((each) => Buffer.from(each.body as string))
  .filter((bytes) => bytes.length < 30_000);

export function body(random: Random, kind: BodyKind, notebook: Notebook): FuzzBody {
  if (random.chance(0.02)) return { bytes: random.pick(hostile) };
  const colliding = random.chance(0.01) ? collidingText(random) : undefined;
  const metadata = kind === 'set' ? (colliding ?? setText(random)) : undefined;
  const text =
    kind === 'set'
      ? around(random, metadata ?? '')
      : colliding === undefined
        ? texts[kind](random, notebook)
        : (collidingTexts[kind]?.(colliding) ?? colliding);
  const bytes = Buffer.from(text);
  if (random.chance(0.25)) return { bytes: mutate(random, bytes) };
  if (metadata === undefined || Buffer.byteLength(metadata) > metadataMaxBytes) return { bytes };
  return { bytes, metadata };
}

function setText(random: Random): string {
  if (random.chance(0.002)) return `{"a":"${'x'.repeat(metadataMaxBytes - 10 + random.int(20))}"}`;
  return objectText(random);
}

/** An object of keys that collide in the runtime's hash tables. */
const collidingText = (random: Random): string =>
  random.pick(collidingShapes).text(500 + random.int(metadataMaxBytes - 1_000));

/** Around an object of keys that collide. The bodies of other kinds are the object itself. */
const collidingTexts: Partial<Record<BodyKind, (object: string) => string>> = {
  patch: (object) => `[{"op":"add","path":"/collide","value":${object},${object.slice(1, -1)}}]`,
  counters: (object) =>
    `[{"op":"append","path":"/collide","value":${object}},{"op":"increment",${object.slice(1)}]`,
  lookup: (object) => `{"sequentialIds":[1,${object}]}`,
  start: (object) => `{"context":${object}}`,
  bulk: (object) =>
    `{"operations":[{"sequentialId":1,"op":"set","data":${object}},{"op":"get",${object.slice(1)}]}`,
  losses: (object) => `{"losses":[{"sequentialId":1,"version":2,${object.slice(1)}],"dryRun":${object}}`,
  key: (object) => `{"name":"x","scopes":[${object}]}`,
  players: (object) => `{"playerIds":["a",${object}]}`,
  names: (object) => `{"playerIds":["a",${object}]}`,
  search: (object) => `{"registered":${object},"metadata":[${object}]}`,
  webhook: (object) => `{"url":${object},"types":[${object}]}`,
  redelivery: (object) => `{"eventIds":[${object}]}`,
};

const around = (random: Random, metadata: string): string =>
  random.chance(0.9) ? `{"data":${metadata}}` : ` {\n"d\\u0061ta" : ${metadata}\r\n}\t`;

type MakeText = (random: Random, notebook: Notebook) => string;

const texts = {
  merge: (random) => objectText(random),
  webhook: (random) => webhookText(random, true),
  'webhook change': (random) => webhookText(random, false),
  rotation: rotationText,
  redelivery: redeliveryText,
  patch: (random) => operations(random, operationText),
  counters: (random) =>
    operations(random, () => (random.chance(0.3) ? operationText(random) : counterText(random))),
  lookup(random, { sequentialIds }) {
    const count = random.chance(0.03) ? 90 + random.int(20) : random.int(6);
    const id = () => (random.chance(0.4) ? pickNoted(random, sequentialIds, '1') : oddId(random));
    return `{"sequentialIds":[${Array.from({ length: count }, id).join(',')}]}`;
  },
  start(random) {
    const members: string[] = [];
    if (random.chance(0.7)) members.push(`"onActive":${random.weighted(onActive)}`);
    if (random.chance(0.4)) members.push(`"context":${context(random)}`);
    if (random.chance(0.1)) members.push(`"other":${valueText(random)}`);
    return `{${members.join(',')}}`;
  },
  session(random, { sessions }) {
    const id = JSON.stringify(pickNoted(random, sessions, '01a1fb57-a392-71cf-b279-7fe125c02a03'));
    return random.weighted([
      [6, `{"sessionId":${id}}`],
      [1, `{"sessionId":${id.toUpperCase()}}`],
      [1, '{"sessionId":"x"}'],
      [1, `{"sessionId":${valueText(random)}}`],
      [2, '{}'],
      [1, '{"sessionId":null}'],
    ]);
  },
  restore: (random) =>
    random.weighted([
      [4, '{"keepProtected":true}'],
      [1, '{"keepProtected":false}'],
      [1, '{}'],
      [1, `{"keepProtected":${valueText(random)}}`],
      [0.5, '{"keepProtected":true,"keepProtected":true}'],
      [0.5, '{"keep":true}'],
    ]),
  terminate: (random) => (random.chance(0.7) ? '{}' : random.pick(['{"sessionId":"x"}', '[]', 'null'])),
  bulk(random, notebook) {
    const count = random.chance(0.005) ? 990 + random.int(20) : random.int(6);
    return `{"operations":[${Array.from({ length: count }, () => bulkOperation(random, notebook)).join(',')}]}`;
  },
  losses: lossesText,
  search: searchText,
  key(random) {
    const name = random.chance(0.9) ? '"backend"' : valueText(random);
    const count = random.chance(0.9) ? 1 + random.int(3) : random.int(10);
    const list = Array.from({ length: count }, () => JSON.stringify(random.pick(scopes)));
    const wanted = random.chance(0.9) ? [...new Set(list)] : [...list, valueText(random)];
    const members = [`"name":${name}`, `"scopes":[${wanted.join(',')}]`];
    if (random.chance(0.3))
      members.push(`"expiresInSeconds":${random.chance(0.8) ? '60' : valueText(random)}`);
    if (random.chance(0.05)) members.push(`"other":${valueText(random)}`);
    return `{${members.join(',')}}`;
  },
  player: (random) =>
    random.chance(0.9)
      ? JSON.stringify({ playerId: registeredName(random.int(40)) })
      : `{"playerId":${valueText(random)}}`,
  players: (random, notebook) => lookupOfPlayers(random, notebook),
  names: registrationOfPlayers,
} satisfies Record<string, MakeText>;

export const bodyKinds: readonly BodyKind[] = ['set', ...(Object.keys(texts) as (keyof typeof texts)[])];

/** Ids for a lookup of players by name or by number. */
function lookupOfPlayers(random: Random, { sequentialIds, playerId }: Notebook): string {
  const count = random.chance(0.03) ? 90 + random.int(20) : 1 + random.int(6);
  const list = (item: () => string) => `[${Array.from({ length: count }, item).join(',')}]`;
  const name = () =>
    random.weighted<() => string>([
      [5, () => JSON.stringify(registeredName(random.int(40)))],
      [3, () => JSON.stringify(playerId)],
      [1, () => valueText(random)],
    ])();
  const id = () => (random.chance(0.5) ? pickNoted(random, sequentialIds, '1') : oddId(random));
  return random.chance(0.5) ? `{"playerIds":${list(name)}}` : `{"sequentialIds":${list(id)}}`;
}

/** Names for a registration of many, up to one more than it takes. */
function registrationOfPlayers(random: Random): string {
  const count = random.chance(0.01) ? 990 + random.int(12) : random.int(6);
  const name = () =>
    random.chance(0.97) ? JSON.stringify(registeredName(random.int(40))) : valueText(random);
  return `{"playerIds":[${Array.from({ length: count }, name).join(',')}]}`;
}

function operations(random: Random, operation: (random: Random) => string): string {
  const length = random.chance(0.005) ? 1_001 : 1 + random.int(3);
  return `[${Array.from({ length }, () => operation(random)).join(',')}]`;
}

const bulkData: Readonly<Record<string, (random: Random) => string>> = {
  set: (random) => objectText(random),
  merge: (random) => objectText(random),
  patch: (random) => operations(random, () => counterText(random)),
};

function bulkOperation(random: Random, { sequentialIds, playerId }: Notebook): string {
  const op = random.pick(['get', 'set', 'merge', 'patch', 'delete']);
  const id = random.chance(0.95) ? pickNoted(random, sequentialIds, '1') : oddId(random);
  const name = random.weighted([
    [5, JSON.stringify(playerId)],
    [4, JSON.stringify(registeredName(random.int(40)))],
    [1, valueText(random)],
  ]);
  const members = [
    random.chance(0.6) ? `"sequentialId":${id}` : `"playerId":${name}`,
    `"op":${random.chance(0.98) ? JSON.stringify(op) : valueText(random)}`,
  ];
  const data = bulkData[op];
  if (data) members.push(`"data":${random.chance(0.95) ? data(random) : valueText(random)}`);
  if (random.chance(0.1))
    members.push(`"ifMatch":${random.pick(['"*"', '"\\"1-1\\""', '"W/\\"x\\", \\"1-2\\""', '"x"', '1'])}`);
  if (op !== 'get' && random.chance(0.2))
    members.push(`"idempotencyKey":${random.pick(['"a"', '"b"', '""', '1'])}`);
  if (random.chance(0.02)) members.push(`"other":${valueText(random)}`);
  return `{${members.join(',')}}`;
}

const onActive = [
  [3, '"replace"'],
  [3, '"resume"'],
  [2, '"reject"'],
  [0.5, '"REPLACE"'],
  [0.5, 'null'],
] as const;

function context(random: Random): string {
  if (random.chance(0.05)) return `{"a":"${'é'.repeat(2_030 + random.int(30))}"}`;
  return random.chance(0.9) ? objectText(random) : valueText(random);
}

const oddId = (random: Random): string =>
  random.weighted([
    [12, String(1 + random.int(60))],
    [1, '0'],
    [1, '-1'],
    [1, '1.5'],
    [1, '9007199254740991'],
    [1, '9007199254740993'],
    [1, '1e3'],
    [1, '"1"'],
    [1, valueText(random)],
  ]);

function operationText(random: Random): string {
  const path = pointerText(random);
  const op = random.pick(['add', 'add', 'add', 'replace', 'remove', 'test', 'move', 'copy', 'copy']);
  if (random.chance(0.03))
    return random.pick(['{}', '1', 'null', `{"op":"${op}"}`, `{"op":"spell","path":${path}}`]);
  if (op === 'remove') return `{"op":"remove","path":${path}}`;
  if (op === 'move' || op === 'copy') return `{"op":"${op}","from":${pointerText(random)},"path":${path}}`;
  return `{"op":"${op}","path":${path},"value":${valueText(random)}}`;
}

function counterText(random: Random): string {
  const path = pointerText(random);
  const members: string[] = [];
  const maybe = (probability: number, name: string, value: () => string): void => {
    if (random.chance(probability)) members.push(`"${name}":${value()}`);
  };
  const isIncrement = random.chance(0.6);
  if (isIncrement) {
    maybe(0.98, 'by', () => counterNumber(random));
    for (const name of ['min', 'max', 'initial']) maybe(0.25, name, () => counterNumber(random));
  } else {
    maybe(0.98, 'value', () => valueText(random));
    maybe(0.5, 'maxItems', () =>
      random.pick(['1', '2', '3', '3.0', '10', '1e2', random.pick(['0', '-1', '0.5', '1e400'])]),
    );
  }
  maybe(0.02, random.pick(['by', 'mim', '__proto__']), () => '1');
  return `{"op":"${isIncrement ? 'increment' : 'append'}","path":${path}${members.map((each) => `,${each}`).join('')}}`;
}

const counterNumber = (random: Random): string =>
  random.weighted<() => string>([
    [8, () => numberText(random)],
    [1, () => `${random.pick(['', '-'])}${'9'.repeat(990 + random.int(20))}`],
    [1, () => `${random.pick(['', '-'])}1E${random.pick(['', '+', '-'])}${990 + random.int(20)}`],
    [0.3, () => valueText(random)],
  ])();

/** A restore of losses: some of players who are there, some odd. */
function lossesText(random: Random, { sequentialIds, playerId }: Notebook): string {
  const count = random.chance(0.005) ? 990 + random.int(20) : random.int(6);
  const loss = (): string => {
    const name = random.chance(0.2)
      ? `"playerId":${JSON.stringify(playerId)}`
      : `"sequentialId":${random.chance(0.9) ? pickNoted(random, sequentialIds, '1') : valueText(random)}`;
    return `{${name},"version":${random.chance(0.9) ? 1 + random.int(6) : valueText(random)}}`;
  };
  const flags = ['dryRun', 'overwriteNewer', 'keepProtected']
    .filter(() => random.chance(0.3))
    .map((name) => `,"${name}":${random.chance(0.9) ? random.chance(0.5) : valueText(random)}`);
  return `{"losses":[${Array.from({ length: count }, loss).join(',')}]${flags.join('')}}`;
}

const times = ['"2026-01-02"', '"2026-01-02T03:04:05.678Z"', '"2026-01-02T03:04+01:00"', '"9999-12-31"'];

/** A search by conditions of every kind, most of them sound. */
function searchText(random: Random): string {
  const members: string[] = [];
  const maybe = (probability: number, name: string, sound: () => string): void => {
    if (!random.chance(probability)) return;
    members.push(`"${name}":${random.chance(0.95) ? sound() : valueText(random)}`);
  };
  const flag = () => random.pick(['true', 'false']);
  maybe(0.4, 'playerIdPrefix', () =>
    random.pick(['"p"', '"player "', '"player 1"', '"\\ud83d\\ude00"', '""', '"\\ud83d"']),
  );
  maybe(0.1, 'name', () => random.pick(['"ira"', '"e"', '"\\u0301"', '"%_"', '"\\ud83d"', '""', '"王"']));
  maybe(0.2, 'sort', () => random.pick(['"registered"', '"lastSeen"', '"/level"', '"level"', '""']));
  maybe(0.05, 'playerId', () =>
    random.pick(['"player 1"', '"registered 3"', '"x"', '".."', '""', '"\\ud83d"']),
  );
  maybe(0.3, 'registered', () => periodText(random));
  maybe(0.3, 'lastSeen', () => periodText(random));
  maybe(0.3, 'online', flag);
  maybe(0.3, 'suspended', flag);
  maybe(0.2, 'metadata', () => conditionsText(random));
  maybe(0.4, 'limit', () => random.pick(['1', '5', '100', '101', '0', '1.0']));
  maybe(0.3, 'cursor', () => random.pick(['"MQ"', '"NQ"', '"MTAwMA"', '"MA"', '"x"']));
  maybe(0.03, 'other', () => '1');
  return `{${members.join(',')}}`;
}

function periodText(random: Random): string {
  const members: string[] = [];
  for (const name of ['from', 'to'])
    if (random.chance(0.6))
      members.push(`"${name}":${random.chance(0.95) ? random.pick(times) : valueText(random)}`);
  return `{${members.join(',')}}`;
}

function conditionsText(random: Random): string {
  const count = random.chance(0.05) ? 17 : random.int(4);
  const condition = (): string => {
    const value = random.chance(0.8) ? `,"value":${valueText(random)}` : '';
    return `{"pointer":${pointerText(random)},"op":"${random.pick([...searchOperators, 'ne'])}"${value}}`;
  };
  return `[${Array.from({ length: count }, condition).join(',')}]`;
}

/** Of a domain that leads nowhere (RFC 2606), so no event leaves the machine. */
const webhookUrl = (random: Random): string =>
  random.weighted([
    [8, '"https://backend.example/hook"'],
    [1, '"https://127.0.0.1/"'],
    [1, '"https://u:p@backend.example/#a"'],
    [1, '"http://backend.example/"'],
    [1, '"\\ud800"'],
  ]);

function typesText(random: Random): string {
  const some = eventTypes.filter(() => random.chance(0.4)).map((type) => JSON.stringify(type));
  return `[${(some.length > 0 ? some : ['"session.ended"']).join(',')}]`;
}

/** A new endpoint, or a change. */
function webhookText(random: Random, isNew: boolean): string {
  const members: string[] = [];
  if (isNew || random.chance(0.3)) members.push(`"url":${webhookUrl(random)}`);
  if (isNew || random.chance(0.3))
    members.push(`"types":${random.chance(0.95) ? typesText(random) : valueText(random)}`);
  for (const name of ['ordered', 'enabled', ...(isNew ? ['ed25519'] : [])])
    if (random.chance(0.3))
      members.push(`"${name}":${random.chance(0.9) ? random.chance(0.5) : valueText(random)}`);
  return `{${members.join(',')}}`;
}

function redeliveryText(random: Random): string {
  return random.weighted([
    [4, '{"failedSince":"2026-01-02T03:04:05Z"}'],
    [2, `{"eventIds":["${1 + random.int(50)}"]}`],
    [2, `{"from":"${1 + random.int(9)}","to":"${5 + random.int(50)}"}`],
    [1, `{"eventIds":${valueText(random)}}`],
    [1, `{"failedSince":${valueText(random)}}`],
    [1, '{}'],
  ]);
}

function rotationText(random: Random): string {
  return random.weighted([
    [4, '{}'],
    [2, '{"ed25519":true}'],
    [1, `{"ed25519":${valueText(random)}}`],
  ]);
}

const brokenUtf8 = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80], [0xf0, 0x9f]];

/** Mutations of a body, accidental or hostile. Some results are still JSON. */
export function mutate(random: Random, bytes: Buffer): Buffer {
  const at = random.int(bytes.length + 1);
  const insert = (what: Uint8Array): Buffer =>
    Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)]);
  return random.weighted<() => Buffer>([
    [3, () => bytes.subarray(0, at)],
    [1, () => Buffer.alloc(0)],
    [2, () => insert(Uint8Array.from(random.pick(brokenUtf8)))],
    [1, () => insert(Uint8Array.of(random.int(256)))],
    [1, () => Buffer.concat([bytes, Buffer.from(random.pick([' ', '{}', '\u0000', ',', '}', ']', 'x']))])],
    [1, () => Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), bytes])],
    [1, () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(random.int(bytes.length + 1))])],
    [1, () => Buffer.from(valueText(random))],
    [1, () => Buffer.concat([bytes.subarray(0, 1), Buffer.from('"data":{},'), bytes.subarray(1)])],
    [1, () => Buffer.from(`{"data":${'{"a":'.repeat(1_020 + random.int(10))}1${'}'.repeat(1_000)}`)],
    [0.5, () => Buffer.from(`{"data":{"a":${'['.repeat(1_020)}${']'.repeat(1_020)}}}`)],
    [0.4, () => Buffer.from(`{"data":{"a":"${'x'.repeat(100_000)}"}}`)],
  ])();
}
