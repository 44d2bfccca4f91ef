// The form of a webhook: of a new one, and of one that is changed.
import { useId, useRef, useState } from 'react';
import type { EventType } from '../../../../src/store/ports/events.ts';
import { urlTextProblem } from '../../../../src/webhooks/url-text.ts';
import { useHasScope } from '../../api/session.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { FormDialog, type FormDialogProps } from '../../components/dialog.tsx';
import { TextField, type TextFieldProps } from '../../components/field.tsx';
import { asSentence } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { TypeFields } from './type-fields.tsx';
import type { Webhook } from './webhook-columns.tsx';

export interface WebhookValues {
  readonly url: string;
  readonly types: readonly EventType[];
  readonly ordered: boolean;
}

export interface WebhookFormProps
  extends Pick<FormDialogProps, 'title' | 'submitLabel' | 'onClose' | 'adviceFor'> {
  /** The webhook as it is; a new one by default. */
  readonly webhook?: Webhook;
  /** Runs with values that are well as far as their texts tell. */
  readonly onSubmit: (values: WebhookValues) => Promise<void>;
}

const newWebhook: WebhookValues = { url: 'https://', types: [], ordered: false };

export function WebhookForm({ webhook, onSubmit, ...dialog }: WebhookFormProps) {
  const before: WebhookValues = webhook ?? newWebhook;
  const [url, setUrl] = useState(before.url);
  const [types, setTypes] = useState(before.types);
  const [ordered, setOrdered] = useState(before.ordered);
  const [isChecked, setChecked] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const typesId = useId();
  const mayReadEvents = useHasScope('events:read');
  const problem = urlTextProblem(url.trim());

  async function submit() {
    setChecked(true);
    if (problem !== undefined) return first.current?.focus();
    if (types.length === 0) return document.getElementById(typesId)?.focus();
    await onSubmit({ url: url.trim(), types, ordered });
  }

  return (
    <FormDialog {...dialog} {...(mayReadEvents && { initialFocus: first })} onSubmit={submit}>
      {mayReadEvents ? (
        <>
          <UrlField
            ref={first}
            webhook={webhook}
            value={url}
            onChange={setUrl}
            error={isChecked && problem !== undefined ? asSentence(`the URL ${problem}`) : undefined}
          />
          <TypeFields
            id={typesId}
            types={types}
            onChange={setTypes}
            isMissing={isChecked && types.length === 0}
          />
        </>
      ) : (
        <p className="muted">
          To change the URL or the events, a key needs the scope <code>events:read</code>.
        </p>
      )}
      <Checkbox
        label="Keep the order of each player"
        hint="An event waits for the ones of its player before it. Otherwise others go past one that fails."
        isChecked={ordered}
        onChange={setOrdered}
      />
    </FormDialog>
  );
}

interface UrlFieldProps extends Pick<TextFieldProps, 'ref' | 'value' | 'onChange' | 'error'> {
  readonly webhook: Webhook | undefined;
}

function UrlField({ webhook, ...field }: UrlFieldProps) {
  const isMoved = webhook !== undefined && field.value.trim() !== webhook.url;
  return (
    <div>
      <TextField
        {...field}
        label="URL"
        hint={
          webhook
            ? 'HTTPS, and of the public Internet.'
            : 'HTTPS, and of the public Internet. It gets the events from now on.'
        }
        isMono
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
      />
      <div role="status">{isMoved && <p className="webhooks-note">{movedText(webhook)}</p>}</div>
    </div>
  );
}

const movedText = ({ pendingEvents }: Webhook): string =>
  pendingEvents === 0
    ? 'Events that are still to be sent go to the new URL.'
    : `Events that are still to be sent go to the new URL, also the ${formatCount(pendingEvents)} pending ones that failed or wait.`;
