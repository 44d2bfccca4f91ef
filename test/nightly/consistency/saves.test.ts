// The checker on histories of saves, the writes of installations: a repetition of the last write of an installation changes nothing.
import {
  active,
  at,
  beaten,
  changed,
  conflict,
  count,
  counted,
  empty,
  ended,
  erase,
  type Histories,
  heartbeat,
  isActive,
  isSuspended,
  lost,
  noSession,
  notCurrent,
  read,
  record,
  replace,
  set,
  start,
  started,
  stop,
  suspend,
  testVerdicts,
} from './events.ts';
import type { Event, Save, Write } from './operations.ts';

const save = (id: string, write: Write): Save => ({ ...write, installation: { id, writeKey: 'k' } });
const first = { ifNoneMatch: '*' } as const;

/** One save of each of some installations, the first one on the state of a tag. */
const savesOfOthers = (count: number, tag: string): Event[] =>
  Array.from({ length: count }, (_, n) => {
    const operation = save(`other${n}`, set(n, { ifMatch: n === 0 ? tag : `o${n - 1}` }));
    return at(10 * n + 10, 10 * n + 11, operation, record(n, `o${n}`));
  });

const legal: Histories = {
  'a save and its repetitions, which answer the state of the moment': [
    lost(0, save('i', set(1, first))),
    at(1, 2, save('i', set(1, first)), record(1, 'a')),
    at(3, 4, set(2), record(2, 'b')),
    at(5, 6, save('i', set(1, first)), record(2, 'b')),
    at(7, 8, erase, { status: 200, tag: 'c' }),
    at(9, 10, save('i', set(1, first)), empty('c')),
  ],
  'a repetition that meets the state of another unanswered save': [
    at(0, 1, save('i', set(1, first)), record(1, 'a')),
    lost(2, save('j', set(2, { ifMatch: 'a' }))),
    at(3, 4, save('i', set(1, first)), record(2, 'b')),
    at(5, 6, save('j', set(2, { ifMatch: 'a' })), record(2, 'b')),
  ],
  'a repeated delete, which answers the tag of the moment': [
    at(0, 1, save('i', set(1, first)), record(1, 'a')),
    at(2, 3, save('i', { ...erase, ifMatch: 'a' }), { status: 200, tag: 'b' }),
    at(4, 5, set(2), record(2, 'c')),
    at(6, 7, save('i', { ...erase, ifMatch: 'a' }), { status: 200, tag: 'c' }),
  ],
  'a repetition outlasts its session, and no suspension': [
    at(0, 1, start, started('s')),
    at(2, 3, save('i', set(1, { ...first, requiredSessionId: 's' })), record(1, 'a')),
    at(4, 5, stop, ended('s')),
    at(6, 7, save('i', set(1, { ...first, requiredSessionId: 's' })), record(1, 'a')),
    at(8, 9, save('j', set(2, { ifMatch: 'a', requiredSessionId: 's' })), notCurrent),
    at(10, 11, suspend, changed),
    at(12, 13, save('i', set(1, first)), isSuspended),
  ],
  'a first save that comes after a delete revives nothing': [
    at(0, 1, set(1), record(1, 'a')),
    at(2, 3, erase, { status: 200, tag: 'b' }),
    at(4, 5, save('i', set(2, first)), { ...empty('b'), status: 412, message: 'Precondition failed' }),
    at(6, 7, set(3, first), record(3, 'c')),
  ],
  'saves that were refused or changed nothing are not remembered': [
    at(0, 1, save('i', set(1, first)), record(1, 'a')),
    at(2, 3, save('i', set(2, { ifMatch: 'o' })), conflict(1, 'a')),
    at(4, 5, save('i', { kind: 'merge', patch: {}, ifMatch: 'a' }), record(1, 'a')),
    at(6, 7, save('i', set(1, first)), record(1, 'a')),
    at(8, 9, save('i', set(2, { ifMatch: 'a' })), record(2, 'b')),
  ],
  'a save is known while 15 others saved, and a new request after 16': [
    at(0, 1, save('i', set(1, first)), record(1, 'a')),
    ...savesOfOthers(15, 'a'),
    at(160, 161, save('i', set(1, { ifMatch: 'o14' })), record(14, 'o14')),
    at(162, 163, save('other15', set(15, { ifMatch: 'o14' })), record(15, 'o15')),
    at(164, 165, save('i', set(1, first)), conflict(15, 'o15')),
    at(166, 167, save('i', set(1, { ifMatch: 'o15' })), record(1, 'b')),
  ],
  'a device replaces its own session and no other': [
    at(0, 1, { ...start, installationId: 'i' }, started('s')),
    at(2, 3, active, { ...beaten('s', 1), installationId: 'i' }),
    at(4, 5, { ...start, onActive: 'replaceOwn', installationId: 'j' }, isActive),
    at(6, 7, { ...start, onActive: 'replaceOwn', installationId: 'i' }, started('t')),
    at(8, 9, heartbeat('s'), noSession),
    at(10, 11, replace, started('u')),
    at(12, 13, { ...start, onActive: 'replaceOwn', installationId: 'i' }, isActive),
  ],
};

const illegal: Histories = {
  'a save that took effect twice': [
    at(0, 1, save('i', { ...count(10), ...first }), counted(10, 'a')),
    at(2, 3, save('i', { ...count(10), ...first }), counted(20, 'b')),
  ],
  'a save that took effect twice, of which one was never answered': [
    at(0, 1, set(1), record(1, 'a')),
    lost(2, save('i', set(2, { ifMatch: 'a' }))),
    at(3, 4, read, record(2, 'b')),
    at(5, 6, set(3), record(3, 'c')),
    at(7, 8, save('i', set(2, { ifMatch: 'a' })), record(2, 'd')),
  ],
  'a repetition that fails although it was the last save of its installation': [
    at(0, 1, save('i', set(1, first)), record(1, 'a')),
    at(2, 3, set(2), record(2, 'b')),
    at(4, 5, save('i', set(1, first)), conflict(2, 'b')),
  ],
  'a repetition that answers the state of its own write after a later one': [
    at(0, 1, save('i', set(1, first)), record(1, 'a')),
    at(2, 3, set(2), record(2, 'b')),
    at(4, 5, save('i', set(1, first)), record(1, 'a')),
  ],
  'a repetition that is known before the suspension': [
    at(0, 1, save('i', set(1, first)), record(1, 'a')),
    at(2, 3, suspend, changed),
    at(4, 5, save('i', set(1, first)), record(1, 'a')),
  ],
  'a save that is known after 16 others saved': [
    at(0, 1, save('i', set(1, first)), record(1, 'a')),
    ...savesOfOthers(16, 'a'),
    at(170, 171, save('i', set(1, first)), record(15, 'o15')),
  ],
  'a save that is forgotten after 15 others saved': [
    at(0, 1, save('i', set(1, first)), record(1, 'a')),
    ...savesOfOthers(15, 'a'),
    at(170, 171, save('i', set(1, first)), conflict(14, 'o14')),
  ],
  'an installation that its session has lost': [
    at(0, 1, { ...start, installationId: 'i' }, started('s')),
    at(2, 3, active, beaten('s', 1)),
  ],
  'a device that replaces the session of another': [
    at(0, 1, { ...start, installationId: 'i' }, started('s')),
    at(2, 3, { ...start, onActive: 'replaceOwn', installationId: 'j' }, started('t')),
  ],
};

testVerdicts(legal, illegal);
