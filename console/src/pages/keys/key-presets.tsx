// The presets of a new key as buttons: each fills in the scopes of a kind of work, which can be changed afterwards.
import { keyPresets } from '../../../../src/keys/presets.ts';
import { type Scope, useIdentity } from '../../api/session.ts';
import { scopesBeyond } from './scopes.ts';

export interface KeyPresetsProps {
  readonly scopes: readonly Scope[];
  readonly onChoose: (scopes: readonly Scope[]) => void;
}

/** A key can give no scope that it lacks, so only the presets are there that it can give whole. */
export function KeyPresets({ scopes, onChoose }: KeyPresetsProps) {
  const { scopes: own } = useIdentity();
  const offered = keyPresets.filter((preset) => scopesBeyond(preset.scopes, own).length === 0);
  if (offered.length === 0) return null;
  return (
    <fieldset className="keys-presets">
      <legend className="field-label">Made for</legend>
      {offered.map((preset) => (
        <button
          key={preset.name}
          type="button"
          className="keys-preset"
          aria-pressed={isSame(preset.scopes, scopes)}
          onClick={() => onChoose(preset.scopes)}
        >
          <span className="keys-preset-title">{preset.title}</span>
          <span className="field-hint">{preset.purpose}</span>
        </button>
      ))}
    </fieldset>
  );
}

const isSame = (some: readonly Scope[], others: readonly Scope[]): boolean =>
  some.length === others.length && scopesBeyond(some, others).length === 0;
