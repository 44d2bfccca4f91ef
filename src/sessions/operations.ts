// The session operations in the words of the API document.
import type { Operation } from '../api-docs/operation.ts';
import { SESSION_PAGE_MAX_ROWS, SESSION_PAGE_ROWS } from '../limits.ts';
import type { SessionHandlers } from './handlers.ts';

const errors = [
  'invalidRequest',
  'metadataTooLarge',
  'unsupportedMediaType',
  'idempotencyKeyReused',
  'serviceUnavailable',
] as const;

export const sessionOperations: Readonly<Record<keyof SessionHandlers, Operation>> = {
  start: {
    operationId: 'startSession',
    tag: 'Sessions',
    summary: 'Start session',
    description:
      'Begins a session. Of concurrent starts of one player exactly one succeeds. The body is optional: `onActive` says what ' +
      'becomes of a session that is active, `context` is kept with the new one.',
    headers: ['Idempotency-Key'],
    request: {
      'application/json': {
        shape: 'StartSessionBody',
        example: { onActive: 'replace', context: { platform: 'ios', version: '1.4.2' } },
      },
    },
    isRequestOptional: true,
    dataShape: 'StartedSession',
    errors: ['sessionAlreadyActive', ...errors],
  },
  heartbeat: {
    operationId: 'heartbeatSession',
    tag: 'Sessions',
    summary: 'Heartbeat',
    description:
      'Keeps the active session alive. Send one every 5 to 10 minutes: a session that is silent for ' +
      '`SESSION_TIMEOUT_SECONDS` has ended at its last activity.',
    headers: ['Idempotency-Key'],
    request: { 'application/json': { shape: 'SessionBody' } },
    isRequestOptional: true,
    dataShape: 'SessionHeartbeat',
    errors: ['noActiveSession', ...errors],
  },
  stop: {
    operationId: 'stopSession',
    tag: 'Sessions',
    summary: 'End session',
    description: 'Ends the active session and answers its length in seconds.',
    headers: ['Idempotency-Key'],
    request: { 'application/json': { shape: 'SessionBody' } },
    isRequestOptional: true,
    dataShape: 'EndedSession',
    errors: ['noActiveSession', ...errors],
  },
  getActive: {
    operationId: 'getActiveSession',
    tag: 'Sessions',
    summary: 'Get the active session',
    description: 'The session that is active, with the context of its start. It is no activity.',
    dataShape: 'ActiveSession',
    errors: ['noActiveSession', 'serviceUnavailable'],
  },
  listEnded: {
    operationId: 'listEndedSessions',
    tag: 'Sessions',
    summary: 'List ended sessions',
    description:
      'The history, newest first, in pages. A cursor stands for a place in it: sessions that end meanwhile shift nothing.',
    queryParameters: {
      limit: {
        description: 'Sessions in a page.',
        schema: { type: 'integer', minimum: 1, maximum: SESSION_PAGE_MAX_ROWS, default: SESSION_PAGE_ROWS },
      },
      cursor: { description: '`nextCursor` of the page before.', schema: { type: 'string' } },
    },
    dataShape: 'SessionHistory',
    errors: ['invalidRequest', 'serviceUnavailable'],
  },
};
