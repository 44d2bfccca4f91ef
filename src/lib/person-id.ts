// The ids of people who sign in at the console. They stand where ids of server keys do: in the audit, in the history of metadata, as
// makers of keys. The prefix tells both apart.
import { hash } from 'node:crypto';

const prefix = 'person-';

/** The line break is in no issuer, so no other pair has the same text. */
export const personIdOf = (issuer: string, subject: string): string =>
  prefix + hash('sha256', `${issuer}\n${subject}`, 'hex').slice(0, 32);

/** Could this be the id of a person? */
export const isPersonId = (text: string): boolean => /^person-[\da-f]{32}$/.test(text);
