// The ids and names of people who sign in at the console. They stand where those of server keys do: in the audit, in the history of
// metadata, as makers of keys. The prefix tells both apart. Pure; the console has it too.
import { SERVER_KEY_NAME_MAX_CHARACTERS } from '../limits.ts';

/** Made by `personIdOf` (auth/staff/people.ts). */
export const isPersonId = (text: string | null | undefined): boolean =>
  /^person-[\da-f]{32}$/.test(text ?? '');

/** The name that stands beside what the person does: the mail, or the subject. */
export const nameOfPerson = ({
  mail,
  subject,
}: {
  readonly mail: string | null;
  readonly subject: string;
}): string => [...(mail ?? subject)].slice(0, SERVER_KEY_NAME_MAX_CHARACTERS).join('');
