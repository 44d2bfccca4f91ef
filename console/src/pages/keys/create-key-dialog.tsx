// The dialog that creates a key, and then shows its text, this once.
import { useId, useRef, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { components } from '../../api/schema.ts';
import { type Scope, useIdentity } from '../../api/session.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { formatInstant } from '../../components/value-texts.ts';
import { KeyPresets } from './key-presets.tsx';
import { type Lifetime, lifetimeSeconds, lifetimes, lifetimesOfPerson, nameProblem } from './key-request.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { allScopes, scopesBeyond, scopeTexts } from './scopes.ts';

type CreatedKey = components['schemas']['CreatedServerKey'];

export interface CreateKeyDialogProps {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const [created, setCreated] = useState<CreatedKey>();
  if (created) return <NewKeyDialog created={created} onClose={onClose} />;
  return (
    <KeyForm
      onClose={onClose}
      onCreated={(key) => {
        setCreated(key);
        onCreated();
      }}
    />
  );
}

function KeyForm({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedKey) => void;
}) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [lifetime, setLifetime] = useState<Lifetime>(String(90 * 86_400) as Lifetime);
  const [isChecked, setChecked] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const scopesId = useId();
  const { person } = useIdentity();
  const problem = nameProblem(name);
  const seconds = lifetimeSeconds(lifetime);

  async function create() {
    setChecked(true);
    if (problem !== undefined) return first.current?.focus();
    if (scopes.length === 0) return document.getElementById(scopesId)?.focus();
    const body = { name, scopes: [...scopes], ...(seconds !== undefined && { expiresInSeconds: seconds }) };
    onCreated(await dataOf(api.POST('/api/server/keys', { body })));
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Create a key"
      initialFocus={first}
      submitLabel="Create key"
      onSubmit={create}
      adviceFor={(failure) => failure instanceof ApiFailure && failure.isTemporary && <LostAnswer />}
    >
      <TextField
        ref={first}
        label="Name"
        hint="The audit shows it beside every change. Name the program or the person."
        error={isChecked ? problem : undefined}
        value={name}
        onChange={setName}
        dir="auto"
        autoComplete="off"
      />
      <KeyPresets scopes={scopes} onChoose={setScopes} />
      <ScopeFields
        id={scopesId}
        scopes={scopes}
        onChange={setScopes}
        isMissing={isChecked && scopes.length === 0}
      />
      <div className="keys-lifetime">
        <Select
          label="Works for"
          options={person ? lifetimesOfPerson : lifetimes}
          value={lifetime}
          onChange={setLifetime}
        />
        <p className="field-hint">{lifetimeText(seconds)}</p>
      </div>
    </FormDialog>
  );
}

const LostAnswer = () => (
  <p className="field-hint">
    The key may have been created all the same. Look for its name in the list: if it is there, revoke it,
    since nobody has its text.
  </p>
);

function lifetimeText(seconds: number | undefined): string {
  if (seconds === undefined) return 'The key works until it is revoked.';
  const now = Date.now();
  return `The key stops working on ${formatInstant(now + seconds * 1000, now)}.`;
}

interface ScopeFieldsProps {
  readonly id: string;
  readonly scopes: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
  readonly isMissing: boolean;
}

function ScopeFields({ id, scopes, onChange, isMissing }: ScopeFieldsProps) {
  const { scopes: own } = useIdentity();
  const offered = allScopes.filter((scope) => own.includes(scope));
  const missing = scopesBeyond(allScopes, own);
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChange(offered.filter((each) => (each === scope ? isChosen : scopes.includes(each))));
  return (
    <ChoiceField
      id={id}
      label="Scopes"
      error={isMissing ? 'Choose at least one scope.' : undefined}
      hint={
        missing.length === 0
          ? 'Give a key only what it needs.'
          : `Your own key lacks ${missing.join(', ')}, so it cannot give ${missing.length === 1 ? 'it' : 'them'}.`
      }
    >
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          label={<code>{scope}</code>}
          hint={scopeTexts[scope]}
          isChecked={scopes.includes(scope)}
          onChange={(isChosen) => toggle(scope, isChosen)}
        />
      ))}
    </ChoiceField>
  );
}
