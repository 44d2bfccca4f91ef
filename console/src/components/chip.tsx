// A filter that holds, as a chip: a click edits it, its cross removes it.
import type { ReactNode } from 'react';
import { CloseIcon } from './icons.tsx';

export interface ChipProps {
  readonly name: string;
  readonly onRemove: () => void;
  readonly onEdit?: () => void;
}

export function Chip({ name, onRemove, onEdit }: ChipProps) {
  const text: ReactNode = <bdi className="chip-text">{name}</bdi>;
  return (
    <span className="chip">
      {onEdit ? (
        <button
          type="button"
          className="chip-edit"
          title={name}
          aria-label={`Edit filter: ${name}`}
          onClick={onEdit}
        >
          {text}
        </button>
      ) : (
        <span className="chip-edit">{text}</span>
      )}
      <button type="button" className="chip-remove" aria-label={`Remove filter: ${name}`} onClick={onRemove}>
        <CloseIcon />
      </button>
    </span>
  );
}
