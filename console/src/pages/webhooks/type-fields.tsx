// The choice of the types of events that a webhook gets: one by one, or a whole group of the setting `EVENTS`.
import { type EventGroup, type EventType, eventGroups } from '../../../../src/store/ports/events.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { Badge } from '../../components/states.tsx';
import { groupTexts, typesIn, typeTexts, useUntoldGroups, withTypes } from './event-types.ts';

export interface TypeFieldsProps {
  /** Of the whole choice, which can have the focus. */
  readonly id: string;
  readonly types: readonly EventType[];
  readonly onChange: (types: readonly EventType[]) => void;
  /** None is chosen, and the form was sent. */
  readonly isMissing: boolean;
}

export function TypeFields({ id, types, onChange, isMissing }: TypeFieldsProps) {
  const untold = useUntoldGroups();
  return (
    <ChoiceField
      id={id}
      label="Events"
      error={isMissing ? 'Choose at least one type of events.' : undefined}
      hint={
        untold === undefined ? 'Events of groups that the setting EVENTS leaves out never come.' : undefined
      }
    >
      {eventGroups.map((group) => (
        <GroupFields
          key={group}
          group={group}
          isUntold={untold?.includes(group) ?? false}
          types={types}
          onChange={onChange}
        />
      ))}
    </ChoiceField>
  );
}

interface GroupFieldsProps extends Pick<TypeFieldsProps, 'types' | 'onChange'> {
  readonly group: EventGroup;
  /** `EVENTS` leaves it out. */
  readonly isUntold: boolean;
}

function GroupFields({ group, isUntold, types, onChange }: GroupFieldsProps) {
  const own = typesIn(group);
  const count = own.filter((type) => types.includes(type)).length;
  return (
    <fieldset className="webhooks-group" aria-label={groupTexts[group]}>
      <Checkbox
        label={
          <span className="webhooks-group-title">
            {groupTexts[group]} {isUntold && <Badge tone="warning">Not told</Badge>}
          </span>
        }
        hint={isUntold ? 'The setting EVENTS leaves them out, so they never come.' : undefined}
        isChecked={count === own.length}
        isMixed={count > 0 && count < own.length}
        onChange={(isChosen) => onChange(withTypes(types, own, isChosen))}
      />
      <div className="webhooks-group-types">
        {own.map((type) => (
          <Checkbox
            key={type}
            label={<code>{type}</code>}
            hint={typeTexts[type]}
            isChecked={types.includes(type)}
            onChange={(isChosen) => onChange(withTypes(types, [type], isChosen))}
          />
        ))}
      </div>
    </fieldset>
  );
}
