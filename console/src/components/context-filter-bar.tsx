// The filter of a list of sessions by values of their contexts: a chip for each condition, and the button that adds one.
import { useState } from 'react';
import { type ContextCondition, type ContextFilter, maxConditions } from '../api/context-filter.ts';
import { Button } from './button.tsx';
import { Chip } from './chip.tsx';
import { ContextFilterDialog } from './context-filter-dialog.tsx';
import { FilterIcon } from './icons.tsx';
import { visibleText } from './values.tsx';

export interface ContextFilterBarProps {
  readonly filter: ContextFilter;
  readonly onChange: (filter: ContextFilter) => void;
  /** Contexts of sessions that are loaded, as JSON texts: the dialog offers what stands there. */
  readonly contexts: readonly string[];
}

/** The condition as people read it: `version is 2.4.1`. */
const describe = ({ pointer, value }: ContextCondition): string =>
  `${visibleText(pointer.slice(1))} is ${visibleText(value)}`;

export function ContextFilterBar({ filter, onChange, contexts }: ContextFilterBarProps) {
  /** The place of the condition that is edited; that after the last for a new one. */
  const [editing, setEditing] = useState<number>();
  const close = () => setEditing(undefined);
  return (
    <search className="filter-bar" aria-label="Filter by context">
      <Button
        size="small"
        icon={<FilterIcon />}
        disabled={filter.length >= maxConditions}
        onClick={() => setEditing(filter.length)}
      >
        Add filter
      </Button>
      {filter.map((condition, index) => (
        <Chip
          key={condition.pointer}
          name={describe(condition)}
          onEdit={() => setEditing(index)}
          onRemove={() => onChange(filter.filter((other) => other !== condition))}
        />
      ))}
      {filter.length > 1 && (
        <Button size="small" variant="ghost" onClick={() => onChange([])}>
          Clear filters
        </Button>
      )}
      {editing !== undefined && (
        <ContextFilterDialog
          condition={filter[editing]}
          contexts={contexts}
          onClose={close}
          onApply={(condition) => {
            close();
            // A pointer has one value.
            const others = filter.filter(
              ({ pointer }, index) => index !== editing && pointer !== condition.pointer,
            );
            onChange([...others, condition]);
          }}
        />
      )}
    </search>
  );
}
