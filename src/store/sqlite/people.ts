// People of the console in SQLite.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { CONSOLE_PEOPLE_MAX } from '../../limits.ts';
import type { PersonStore } from '../ports/people.ts';
import { keptMilliseconds, type PersonRow, toPerson } from '../shared/people.ts';
import { formatScopes } from '../shared/server-keys.ts';
import { certainTimeOn } from './clock.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

const columns = `person_id AS personId, issuer, subject, mail, scopes, created_at AS createdAt, confirmed_at AS confirmedAt,
  role_gone_at AS roleGoneAt`;

interface PersonStoreOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly clock: Clock;
}

export function personStore({ db, writer, reader, clock }: PersonStoreOptions): PersonStore {
  const update = db.query<object, [id: string, mail: string | null, scopes: string, now: number]>(
    `UPDATE console_people SET mail = ?2, scopes = ?3, confirmed_at = ?4, role_gone_at = NULL
     WHERE person_id = ?1`,
  );
  const deleteOld = db.query<object, [before: number]>(
    `DELETE FROM console_people WHERE confirmed_at < ?1
       AND NOT EXISTS (SELECT 1 FROM server_keys WHERE made_by = person_id)`,
  );
  const certain = certainTimeOn(db);
  const count = db.query<{ people: number }, []>('SELECT count(*) AS people FROM console_people');
  const insert = db.query<
    object,
    [id: string, issuer: string, subject: string, mail: string | null, scopes: string, now: number]
  >(
    `INSERT INTO console_people (person_id, issuer, subject, mail, scopes, created_at, confirmed_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
  );
  const takeRole = db.query<object, [id: string, now: number]>(
    `UPDATE console_people SET scopes = '', role_gone_at = ?2 WHERE person_id = ?1 AND role_gone_at IS NULL`,
  );
  const endSessions = db.query<object, [id: string]>('DELETE FROM console_sessions WHERE key_digest = ?1');
  const find = reader.db.query<PersonRow, [string]>(
    `SELECT ${columns} FROM console_people WHERE person_id = ?1 AND role_gone_at IS NULL`,
  );
  const list = reader.db.query<PersonRow, []>(
    `SELECT ${columns} FROM console_people ORDER BY created_at, person_id`,
  );

  return {
    confirm: ({ personId, issuer, subject, mail, scopes }) =>
      writer.write((now) => {
        const text = formatScopes(scopes);
        if (update.run(personId, mail, text, now).changes > 0) return 'confirmed';
        deleteOld.run(certain(now) - keptMilliseconds);
        if ((count.get()?.people ?? 0) >= CONSOLE_PEOPLE_MAX) return 'too-many';
        insert.run(personId, issuer, subject, mail, text, now);
        return 'confirmed';
      }),
    takeRole: (personId) =>
      writer.write((now) => {
        takeRole.run(personId, now);
        endSessions.run(personId);
      }),
    findByIds: (personIds) =>
      reader.read(() =>
        personIds.flatMap((personId) => {
          const row = find.get(personId);
          return row === null ? [] : [{ person: toPerson(row), now: clock.now() }];
        }),
      ),
    list: () => reader.read(() => list.all().map(toPerson)),
  };
}
