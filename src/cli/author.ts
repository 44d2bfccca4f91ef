// The author of changes from the command line, as the audit names it.
import type { Author } from '../store/ports/audit.ts';

export const commandLineAuthor: Author = { keyId: null, keyName: 'command line', requestId: null };
