// The form by which events are sent again: all that failed, those since a time, or a range of the feed.
import { useRef, useState } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { lookAgainIfGone } from './gone.ts';
import { type Redelivery, sendAgain } from './send-again.ts';
import type { Webhook } from './webhook-columns.tsx';

export interface SendAgainDialogProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

const kinds = [
  { value: 'all', label: 'All that failed' },
  { value: 'since', label: 'What failed since a time…' },
  { value: 'range', label: 'A range of events…' },
] as const;
type Kind = (typeof kinds)[number]['value'];

interface Fields {
  /** A time without a zone, as the browser's field gives it. It is in the reader's zone. */
  readonly since: string;
  readonly from: string;
  readonly to: string;
}

/** A sentence for each field that does not do. */
type Problems = Partial<Readonly<Record<keyof Fields, string>>>;

export function SendAgainDialog({ webhook, onChanged, onClose }: SendAgainDialogProps) {
  const [kind, setKind] = useState<Kind>('all');
  const [fields, setFields] = useState<Fields>({ since: '', from: '', to: webhook.lastEventId ?? '' });
  const [problems, setProblems] = useState<Problems>({});
  const first = useRef<HTMLButtonElement>(null);
  const field = (name: keyof Fields) => ({
    value: fields[name],
    error: problems[name],
    onChange: (text: string) => setFields({ ...fields, [name]: text }),
  });

  async function send() {
    const read = readFields(kind, fields);
    setProblems('problems' in read ? read.problems : {});
    if ('problems' in read) return;
    await sendAgain(webhook, read.body).catch(lookAgainIfGone(onChanged));
    onClose();
    onChanged();
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Send events again"
      description="They go out with the webhook-id that they had, beside new events. A receiver may leave out those that it knows."
      initialFocus={first}
      submitLabel="Send again"
      onSubmit={send}
    >
      <Select
        ref={first}
        label="Which"
        options={kinds}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen);
          setProblems({});
        }}
      />
      {kind === 'range' ? (
        <>
          <div className="field-pair">
            <TextField {...eventField} {...field('from')} label="First event" />
            <TextField {...eventField} {...field('to')} label="Last event" />
          </div>
          <p className="field-hint">
            Ids as the attempts and the feed have them, both included. Events of types that the webhook does
            not get are left out. One range goes out at a time.
          </p>
        </>
      ) : (
        <>
          {kind === 'since' && (
            <TextField {...field('since')} label="Failed since, in your time zone" type="datetime-local" />
          )}
          <p className="field-hint">Events that failed and were not delivered since.</p>
        </>
      )}
    </FormDialog>
  );
}

const eventField = { isMono: true, inputMode: 'numeric', autoComplete: 'off', spellCheck: false } as const;

function readFields(
  kind: Kind,
  { since, from, to }: Fields,
): { readonly body: Redelivery } | { readonly problems: Problems } {
  if (kind === 'all') return { body: { failedSince: new Date(0).toISOString() } };
  if (kind === 'since') {
    const time = Date.parse(since);
    return Number.isNaN(time)
      ? { problems: { since: 'Enter a date and a time.' } }
      : { body: { failedSince: new Date(time).toISOString() } };
  }
  const problems = {
    ...(from.trim() === '' && { from: 'Enter the id of an event.' }),
    ...(to.trim() === '' && { to: 'Enter the id of an event.' }),
  };
  return Object.keys(problems).length > 0 ? { problems } : { body: { from: from.trim(), to: to.trim() } };
}
