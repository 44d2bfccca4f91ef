// Variants of the service with one fault each, put in on purpose, that the check of histories must find. A fault replaces a piece
// of the source, which must occur exactly once, so that an outdated fault is noticed.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../harness/engines.ts';
import { writeModules } from '../../statements/write.ts';

export interface Variant {
  readonly fault: string;
  readonly engines: readonly string[];
  /** From `src`. */
  readonly file: string;
  readonly piece: string;
  readonly replacement: string;
}

export const variants: readonly Variant[] = [
  {
    fault: 'a write does not look at its precondition',
    engines: ['sqlite', 'postgres'],
    file: 'metadata/writes.ts',
    piece: 'return failedPrecondition(preconditions, facts) !== undefined;',
    replacement: 'return failedPrecondition(preconditions, facts) !== undefined && facts.text === "";',
  },
  {
    fault: 'a stop is answered before the session has ended',
    engines: ['sqlite', 'postgres'],
    file: 'sessions/sessions.ts',
    piece: "=> store.end(sequentialId, 'stopped', options).then(forPlayer);",
    replacement: `=> store.find(sequentialId).then((there) => {
  const isActive = there !== undefined && !('notActive' in there);
  const isMeant = !isActive || !options?.sessionId || options.sessionId === there.sessionId;
  setTimeout(() => void store.end(sequentialId, 'stopped', options), 15);
  if (!isMeant) return unlessRefused({ notActive: 'unknown' });
  return isActive
    ? { ...there, endedAt: there.lastActivity, reason: 'stopped' as const } : unlessRefused(there);
});`,
  },
  {
    fault: 'a save is answered before it is written',
    engines: ['sqlite'],
    file: 'store/sqlite/metadata.ts',
    piece:
      'save: (sequentialId, text) => writer.write((now) => save(sequentialId, text, now), sequentialId),',
    replacement: `async save(sequentialId, text) {
      const row = await reader.read(() => find.get(sequentialId));
      setTimeout(() => void writer.write((now) => save(sequentialId, text, now)), 15);
      return row ? row.version + 1 : undefined;
    },`,
  },
  {
    fault: 'a busy batch is answered and not committed',
    engines: ['sqlite'],
    file: 'store/sqlite/writer.ts',
    piece: '      commit.run();\n',
    replacement: "      if (calls.length > 4) db.run('ROLLBACK');\n      else commit.run();\n",
  },
  {
    fault: 'a process remembers for a moment what it has read',
    engines: ['sqlite'],
    file: 'store/sqlite/metadata.ts',
    piece: 'find: (sequentialId, playerId) =>\n      reader.read(() => {',
    replacement: `find: ((known = new Map()) => async (sequentialId: number) => {
      const there = known.get(sequentialId);
      if (there && there.at > Date.now() - 10) return there.value;
      const value = await findNow(sequentialId);
      known.set(sequentialId, { at: Date.now(), value });
      return value;
      function findNow(sequentialId: number) { return reader.read(() => {
        const row = find.get(sequentialId);
        return row ? toMetadata(row) : undefined;
      }); }
    })(),
    findAgain: (sequentialId, playerId) => reader.read(() => {`,
  },
  {
    fault: 'the required session is not checked',
    engines: ['sqlite'],
    file: 'store/sqlite/metadata.ts',
    piece: 'if (!isRequiredSession(options.sessionId, row.activeSessionId)) return',
    replacement: 'if (!isRequiredSession(options.sessionId, row.activeSessionId) && now < 0) return',
  },
  {
    fault: 'a request repeated under its key runs again',
    engines: ['sqlite'],
    file: 'store/sqlite/idempotency-keys.ts',
    piece: 'if (answer !== undefined) {',
    replacement: 'if (answer !== undefined && now < 0) {',
  },
  {
    fault: 'a write under a key leaves no outcome',
    engines: ['postgres'],
    file: 'store/postgres/edits.ts',
    piece: 'const outcome = idempotencyKey && toStoredOutcome(decided);',
    replacement:
      'const outcome = idempotencyKey && text === undefined ? toStoredOutcome(decided) : undefined;',
  },
  {
    fault: 'a start, heartbeat or stop repeated under its key runs again',
    engines: ['postgres'],
    file: 'store/postgres/sql/claim-idempotency-key.sql',
    piece: 'WHERE :keys.created_at <= excluded.created_at - :retention',
    replacement: 'WHERE :keys.created_at <= excluded.created_at - 0 * :retention',
  },
  {
    fault: 'a write goes over a state that came after the one it found',
    engines: ['postgres'],
    file: 'store/postgres/sql/edit-metadata.sql',
    piece: 'WHERE metadata.sequential_id = input.sequential_id AND metadata.version = input.version',
    replacement: 'WHERE metadata.sequential_id = input.sequential_id',
  },
  {
    fault: 'a start takes the place of the active session',
    engines: ['postgres'],
    file: 'store/postgres/sql/start-sessions.sql',
    piece: 'ON CONFLICT (sequential_id) DO NOTHING',
    replacement: `ON CONFLICT (sequential_id) DO UPDATE SET session_id = excluded.session_id,
  started_at = excluded.started_at, last_activity = excluded.last_activity`,
  },
  {
    fault: 'a heartbeat of a session that was replaced succeeds',
    engines: ['postgres'],
    file: 'store/postgres/sql/heartbeat-sessions.sql',
    piece: ' AND (input.session_id IS NULL OR active_sessions.session_id = input.session_id)\n',
    replacement: '\n',
  },
  {
    fault: 'a start does not look at a suspension',
    engines: ['postgres'],
    file: 'store/postgres/sql/start-sessions.sql',
    piece: ' AND :not_suspended',
    replacement: '',
  },
  {
    fault: 'a suspension ends no session',
    engines: ['sqlite'],
    file: 'store/sqlite/suspensions.ts',
    piece: "if (suspension) endSession(sequentialId, 'terminated', now);",
    replacement: '',
  },
  {
    fault: 'the last write of an installation is noted after the commit',
    engines: ['sqlite'],
    file: 'store/sqlite/metadata.ts',
    piece:
      'if (installationWrite) noteLastWrite.run(sequentialId, withLastWrite(lastWrites, installationWrite));',
    replacement: `if (installationWrite) setTimeout(() => void writer.write(() =>
      noteLastWrite.run(sequentialId, withLastWrite(lastWrites, installationWrite))), 15);`,
  },
  {
    fault: 'a first save is not remembered',
    engines: ['sqlite', 'postgres'],
    file: 'metadata/writes.ts',
    piece: '    installationWrite,\n    keepReplaced,',
    replacement: `    installationWrite: conditions.preconditions?.ifNoneMatch === '*' ? undefined : installationWrite,
    keepReplaced,`,
  },
  {
    fault: 'a repetition is answered before the suspension is looked at',
    engines: ['sqlite'],
    file: 'store/sqlite/metadata.ts',
    piece: 'if (suspendedUntil !== undefined) return { suspendedUntil };\n    const { installationWrite }',
    replacement: `const known = options.installationWrite;
    const isRepeated = known && isLastWrite(findLastWrites.get(sequentialId)?.lastWrites ?? null, known);
    if (suspendedUntil !== undefined && !isRepeated) return { suspendedUntil };
    const { installationWrite }`,
  },
  {
    fault: 'a repetition is answered before the suspension is looked at',
    engines: ['postgres'],
    file: 'store/postgres/edits.ts',
    piece: 'if (suspendedUntil !== undefined) return { suspendedUntil };',
    replacement: `const isRepeated = installationWrite && isLastWrite(found.lastWrites, installationWrite);
    if (suspendedUntil !== undefined && !isRepeated) return { suspendedUntil };`,
  },
  {
    fault: 'a heartbeat is answered and not noted',
    engines: ['sqlite'],
    file: 'store/sqlite/sessions.ts',
    piece: '    touch.run(sequentialId, lastActivity, correctedActivity(lastActivity, now));\n',
    replacement: '',
  },
];

const root = join(import.meta.dir, '../../..');

/** A copy of the program with the fault. */
export async function makeVariant({
  file,
  piece,
  replacement,
}: Pick<Variant, 'file' | 'piece' | 'replacement'>): Promise<{ readonly main: string; remove(): void }> {
  const { directory, remove } = temporaryDirectory();
  for (const part of ['src', 'package.json']) {
    cpSync(join(root, part), join(directory, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const path = join(directory, 'src', file);
  const pieces = readFileSync(path, 'utf8').split(piece);
  if (pieces.length !== 2) {
    remove();
    throw new Error(`src/${file} has ${pieces.length - 1} times what is to be replaced: ${piece}`);
  }
  writeFileSync(path, pieces.join(replacement));
  await writeModules(directory);
  return { main: join(directory, 'src/main.ts'), remove };
}
