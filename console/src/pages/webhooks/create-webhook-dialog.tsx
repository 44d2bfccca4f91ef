// The dialog that creates a webhook, and then shows its secret, this once.
import { useId, useRef, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { components } from '../../api/schema.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Dialog, FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { useUnsavedChanges } from '../../hooks/unsaved-changes.ts';
import { OneTimeText } from '../keys/one-time-text.tsx';
import type { Webhook } from './webhook-columns.tsx';

type EventType = Webhook['types'][number];

/** The types in words, in the order of all lists. */
const typeTexts: Readonly<Record<EventType, string>> = {
  'player.registered': 'A player is new.',
  'player.erased': 'A player and their data are gone.',
  'player.suspended': 'A player is suspended.',
  'player.unsuspended': 'A suspension has ended.',
  'session.started': 'A player plays.',
  'session.ended': 'A player stopped, or was silent for too long.',
  'metadata.changed': 'Metadata was written, with the names that changed.',
  'metadata.lost': 'A save dropped most of a player’s metadata.',
};
const allTypes = Object.keys(typeTexts) as readonly EventType[];

export interface CreateWebhookDialogProps {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

export function CreateWebhookDialog({ onClose, onCreated }: CreateWebhookDialogProps) {
  const [created, setCreated] = useState<components['schemas']['CreatedWebhook']>();
  if (created)
    return <SecretDialog title="The webhook is created" secret={created.secret} onClose={onClose} />;
  return (
    <WebhookForm
      onClose={onClose}
      onCreated={(webhook) => {
        setCreated(webhook);
        onCreated();
      }}
    />
  );
}

function WebhookForm({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (created: components['schemas']['CreatedWebhook']) => void;
}) {
  const [url, setUrl] = useState('https://');
  const [types, setTypes] = useState<readonly EventType[]>([]);
  const [ordered, setOrdered] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const id = useId();

  async function create() {
    setChecked(true);
    if (types.length === 0) return document.getElementById(id)?.focus();
    onCreated(
      await dataOf(
        api.POST('/api/server/webhooks', { body: { url: url.trim(), types: [...types], ordered } }),
      ),
    );
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Create a webhook"
      initialFocus={first}
      submitLabel="Create webhook"
      onSubmit={create}
    >
      <TextField
        ref={first}
        label="URL"
        hint="HTTPS, and of the public Internet. It gets the events from now on."
        isMono
        value={url}
        onChange={setUrl}
        autoComplete="off"
        spellCheck={false}
      />
      <fieldset id={id} tabIndex={-1} className="keys-scopes" aria-describedby={`${id}-note`}>
        <legend className="field-label">Events</legend>
        {allTypes.map((type) => (
          <Checkbox
            key={type}
            label={<code>{type}</code>}
            hint={typeTexts[type]}
            isChecked={types.includes(type)}
            onChange={(isChosen) =>
              setTypes(allTypes.filter((each) => (each === type ? isChosen : types.includes(each))))
            }
          />
        ))}
        <p
          id={`${id}-note`}
          className={isChecked && types.length === 0 ? 'field-error' : 'field-hint'}
          {...(isChecked && types.length === 0 && { role: 'alert' })}
        >
          {isChecked && types.length === 0
            ? 'Choose at least one type of events.'
            : 'Events of groups that the setting EVENTS leaves out never come.'}
        </p>
      </fieldset>
      <Checkbox
        label="Keep the order of each player"
        hint="An event waits for the ones of its player before it. Otherwise others go past one that fails."
        isChecked={ordered}
        onChange={setOrdered}
      />
    </FormDialog>
  );
}

export interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Nothing but its button closes it, and the tab asks before it is left. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  const field = useRef<HTMLElement>(null);
  useUnsavedChanges(true);
  return (
    <Dialog
      isOpen
      isSticky
      onClose={onClose}
      title={title}
      initialFocus={field}
      description="The program that receives events verifies their signatures by this secret."
      actions={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <OneTimeText
        field={field}
        label="Secret of the webhook"
        text={secret}
        name="secret"
        warning={
          <>
            <strong>Nobody can see this text again.</strong> If it is lost, rotate the keys of the webhook:
            the former ones sign for another 24 hours.
          </>
        }
      />
    </Dialog>
  );
}
