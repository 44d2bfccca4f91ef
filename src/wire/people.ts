// The shapes of people who sign in at the console. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { scopes } from '../store/ports/keys.ts';
import { timestamp } from './values.ts';

const person = z.strictObject({
  personId: z
    .string()
    .describe('Names the person in the audit and as the maker of keys: `person-` and 32 digits.'),
  issuer: z.string().describe('The identity provider.'),
  subject: z.string().describe('The subject (`sub`) that the identity provider gives the person.'),
  mail: z.string().nullable().describe('The mail that the identity provider has verified; null for none.'),
  scopes: z
    .array(z.enum(scopes).describe('A right that a key can have.'))
    .describe('What the roles of the person allow; none since the role has gone.'),
  createdAt: timestamp('Time of the first sign-in'),
  confirmedAt: timestamp('Time at which the identity provider named a role last'),
  roleGoneAt: timestamp('Time at which it named no role any more')
    .nullable()
    .describe('Time at which the identity provider named no role any more; null while there is one.'),
});

export const personList = z.strictObject({ people: z.array(person).describe('Oldest first.') });

export const keysOfPersonRevoked = z.strictObject({
  revoked: z.array(z.uuid()).describe('The `keyId`s of the keys that are revoked now.'),
});

/** The shapes of this file that the API document names, under their names there. */
export const peopleShapes = {
  PersonList: personList,
  KeysOfPersonRevoked: keysOfPersonRevoked,
} as const;

export type PersonListShape = z.infer<typeof personList>;
export type KeysOfPersonRevoked = z.infer<typeof keysOfPersonRevoked>;
