// Settings: the settings in force of the process that answers, with secrets hidden, and the indexes of the database.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { serviceQuery } from '../../api/queries.ts';
import { polledAfter } from '../../api/query-client.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { TextField } from '../../components/field.tsx';
import { Badge, Card, EmptyState, QueryView } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { CopyButton } from '../../components/values.tsx';
import { Page } from '../../shell/page.tsx';
import { heads } from '../../shell/page-heads.ts';
import { Parts, partsOf } from '../../shell/page-skeleton.tsx';
import { environmentFile } from './environment-file.ts';
import { IndexesCard, isBuilding } from './indexes-card.tsx';
import { Meaning } from './meaning.tsx';
import { findSettings, groupSettings, type ServiceState, type Setting } from './setting-groups.ts';

const buildingPollSeconds = 3;

export function SettingsPage() {
  const service = useQuery({
    ...serviceQuery,
    ...polledAfter<ServiceState>((state) => (state && isBuilding(state) ? buildingPollSeconds : undefined)),
  });
  return (
    <Page {...heads.settings}>
      <QueryView query={service} loading={<Parts heights={partsOf.settings} />}>
        {(state) => (
          <>
            <Settings settings={state.settings} />
            <IndexesCard indexes={state.indexes} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Settings({ settings }: Pick<ServiceState, 'settings'>) {
  const [text, setText] = useState('');
  const [isSetOnly, setSetOnly] = useState(false);
  const found = useMemo(
    () => findSettings(settings, text).filter(({ isDefault }) => !isSetOnly || !isDefault),
    [settings, text, isSetOnly],
  );
  return (
    <>
      <div className="settings-bar">
        <TextField
          label="Find a setting"
          isLabelHidden
          type="search"
          placeholder="Find a setting by its name, value or meaning"
          value={text}
          onChange={setText}
        />
        <Checkbox label="Only those that are set" isChecked={isSetOnly} onChange={setSetOnly} />
        <span role="status" className="muted numeric">
          {formatCount(found.length)} of {formatCount(settings.length)}
        </span>
        <CopyButton
          text={environmentFile(settings)}
          name="settings as .env, without secrets"
          label="Copy as .env"
        />
      </div>
      {found.length === 0 && (
        <Card>
          <EmptyState
            title="No setting matches"
            action={
              <Button
                onClick={() => {
                  setText('');
                  setSetOnly(false);
                }}
              >
                Show all settings
              </Button>
            }
          />
        </Card>
      )}
      {groupSettings(found).map(({ title, settings: list }) => (
        <Card key={title} title={title} isFlush>
          <ul className="settings">
            {list.map((setting) => (
              <SettingRow key={setting.name} setting={setting} />
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

const SettingRow = ({ setting: { name, value, isDefault, meaning } }: { readonly setting: Setting }) => (
  <li className="setting">
    <div>
      <h3 className="setting-name mono">{name}</h3>
      <Meaning markdown={meaning} />
    </div>
    <div className="setting-value">
      <Value value={value} />
      <State value={value} isDefault={isDefault} />
    </div>
  </li>
);

function Value({ value }: Pick<Setting, 'value'>) {
  if (value === null) return <span />;
  if (value === '(hidden)') return <span className="muted">Hidden</span>;
  return <code className="setting-text">{value}</code>;
}

function State({ value, isDefault }: Pick<Setting, 'value' | 'isDefault'>) {
  if (!isDefault) return <Badge tone="accent">Set</Badge>;
  return <Badge>{value === null ? 'Not set' : 'Default'}</Badge>;
}
