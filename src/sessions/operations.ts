// The session operations in the words of the API document.
import type { Operation } from '../api-docs/operation.ts';
import type { SessionHandlers } from './handlers.ts';

export const sessionOperations: Readonly<Record<keyof SessionHandlers, Operation>> = {
  start: {
    operationId: 'startSession',
    tag: 'Sessions',
    summary: 'Start session',
    description: 'Begins a session. Of concurrent starts of one player exactly one succeeds.',
    dataShape: 'StartedSession',
    errors: ['sessionAlreadyActive', 'serviceUnavailable'],
  },
  heartbeat: {
    operationId: 'heartbeatSession',
    tag: 'Sessions',
    summary: 'Heartbeat',
    description:
      'Keeps the active session alive. Send one every 5 to 10 minutes: a session that is silent for ' +
      '`SESSION_TIMEOUT_SECONDS` has ended at its last activity.',
    dataShape: 'SessionHeartbeat',
    errors: ['noActiveSession', 'serviceUnavailable'],
  },
  stop: {
    operationId: 'stopSession',
    tag: 'Sessions',
    summary: 'End session',
    description: 'Ends the active session and answers its length in seconds.',
    dataShape: 'EndedSession',
    errors: ['noActiveSession', 'serviceUnavailable'],
  },
};
