// The fixed list of faults: 70 in `src` and 30 in the console, the clients and the SDKs. It tells whether tests still find what they found
// before, so it is not fitted to the tests: where its source changes, the text of a fault follows, and the mistake stays the same.
import { accessFaults } from './access.ts';
import { clientFaults } from './clients.ts';
import { consoleFaults } from './console.ts';
import { eventFaults } from './events.ts';
import type { Fault } from './fault.ts';
import { metadataFaults } from './metadata.ts';
import { playerFaults } from './players.ts';
import { programFaults } from './program.ts';
import { sdkFaults } from './sdks.ts';
import { sessionFaults } from './sessions.ts';
import { transferFaults } from './transfer.ts';

export const faults: readonly Fault[] = [
  ...metadataFaults,
  ...sessionFaults,
  ...accessFaults,
  ...playerFaults,
  ...eventFaults,
  ...transferFaults,
  ...programFaults,
  ...consoleFaults,
  ...clientFaults,
  ...sdkFaults,
];
