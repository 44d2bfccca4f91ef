// Events of histories written by hand: operations and answers, and the tests of histories by their names.
import { describe, expect, test } from 'bun:test';
import type { Event, Operation, Output, Start, Write } from './operations.ts';
import { findViolation } from './report.ts';

let clients = 0;
/** An operation from one time to another; without an output it was never answered. */
export function at(call: number, returned: number, operation: Operation, output?: Output): Event {
  clients += 1;
  const about = { client: `c${clients}`, player: 'ann', process: 1, operation, call };
  return output ? { ...about, return: returned, output } : { ...about, return: Number.POSITIVE_INFINITY };
}
export const lost = (call: number, operation: Operation) => at(call, 0, operation);

const text = (n: number) => `{"n":${n}}`;
export const set = (n: number, conditions = {}): Write => ({ kind: 'set', text: text(n), ...conditions });
export const add = (key?: string): Operation => {
  const steps = [{ op: 'add', path: '/a', value: 1 }] as const;
  return { kind: 'patch', steps, ...(key !== undefined && { key }) };
};
export const count = (by: number, key?: string): Write => {
  const steps = [{ op: 'increment', path: '/c', by }] as const;
  return { kind: 'count', steps, ...(key !== undefined && { key }) };
};
export const read: Operation = { kind: 'read', via: 'own' };
export const erase: Write = { kind: 'delete' };
export const start: Start = { kind: 'start' };
export const replace: Operation = { kind: 'start', onActive: 'replace' };
export const active: Operation = { kind: 'active' };
export const stop: Operation = { kind: 'stop' };
export const suspend: Operation = { kind: 'suspend' };
export const unsuspend: Operation = { kind: 'unsuspend' };
export const heartbeat = (sessionId?: string): Operation => ({
  kind: 'heartbeat',
  ...(sessionId !== undefined && { sessionId }),
});

export const record = (n: number, tag: string): Output => ({ status: 200, tag, text: text(n) });
export const counted = (sum: number, tag: string): Output => ({ status: 200, tag, text: `{"c":${sum}}` });
export const empty = (tag: string): Output => ({ status: 200, tag, text: '{}' });
export const conflict = (n: number, tag: string): Output => ({
  ...record(n, tag),
  status: 412,
  message: 'Precondition failed',
});
export const started = (sessionId: string, startTime = 1): Output => ({ status: 200, sessionId, startTime });
export const beaten = (sessionId: string, lastActivity: number): Output => ({
  status: 200,
  sessionId,
  lastActivity,
});
export const ended = (sessionId: string): Output => ({ status: 200, sessionId, endTime: 9 });
export const isActive: Output = { status: 400, message: 'Session already active' };
export const noSession: Output = { status: 400, message: 'No active session found' };
export const changed: Output = { status: 200 };
export const isSuspended: Output = { status: 403, message: 'Player suspended' };
export const notCurrent: Output = { status: 409, message: 'Session not current' };

export type Histories = Readonly<Record<string, readonly Event[]>>;

export function testVerdicts(legal: Histories, illegal: Histories): void {
  describe('legal histories', () => {
    for (const [name, history] of Object.entries(legal)) {
      test(name, () => expect(findViolation(history)).toBeUndefined());
    }
  });
  describe('illegal histories', () => {
    for (const [name, history] of Object.entries(illegal)) {
      test(name, () => expect(findViolation(history)).toContain('not linearizable'));
    }
  });
}
