// The author of what the command line changes, as the audit names it.
import type { Author } from '../store/ports/audit.ts';

export const commandLine: Author = { keyId: null, keyName: 'command line', requestId: null };
