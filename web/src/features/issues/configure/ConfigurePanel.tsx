import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getWatchdogSettings, putWatchdogSettings } from '@app/shared/contract/triage.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { call, query } from '../../../lib/http/call.ts';
import { worldKey } from '../../../world/triage.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Skeleton } from '../../../ui/layout/Skeleton.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { SettingField } from './SettingField.tsx';
import { SpreadsheetField } from './SpreadsheetField.tsx';
import './configure.css';

type Settings = Readonly<Record<string, unknown>>;

interface Props {
  readonly watchdog: Watchdog;
  readonly onClose: () => void;
}

/** The settings panel of every kind, drawn from the kind's `panel`. */
export function ConfigurePanel({ watchdog, onClose }: Props) {
  const { type } = watchdog;
  const { data: saved, isPending, refetch } = useQuery(query(getWatchdogSettings, { params: { type } }));
  const [draft, setDraft] = useState<Settings | null>(null);
  const { isSaving, save } = useSave(type, () => setDraft(null));
  const shown = draft ?? saved ?? {};
  const isChanged = draft !== null && JSON.stringify(draft) !== JSON.stringify(saved);
  return (
    <form
      className="configure"
      aria-label={`Configure ${watchdog.title}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void save(draft);
      }}
    >
      {isPending && <Skeleton width="240px" height="20px" />}
      {saved &&
        Object.entries(watchdog.panel).map(([name, field]) => (
          <SettingField
            key={name}
            field={field}
            value={shown[name]}
            onChange={(value) => setDraft({ ...shown, [name]: value })}
          />
        ))}
      {!isPending && !saved && (
        <p className="dim" role="alert">
          The settings did not load. <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {watchdog.spreadsheet && <SpreadsheetField prefix={watchdog.spreadsheet.prefix} />}
      <p className="configure__actions">
        {Object.keys(watchdog.panel).length > 0 && (
          <Button variant="primary" type="submit" disabled={!isChanged} busy={isSaving}>
            Save
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </p>
    </form>
  );
}

/** Specification, section 8: a failure to save only stops the loader. */
function useSave(type: string, onSaved: () => void) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const save = async (settings: Settings) => {
    setSaving(true);
    try {
      const stored = await call(putWatchdogSettings, { params: { type }, body: settings });
      client.setQueryData(query(getWatchdogSettings, { params: { type } }).queryKey, stored);
      void client.invalidateQueries({ queryKey: worldKey });
      onSaved();
      showToast('Changes saved');
    } catch {
      // After a failure the panel keeps the typed values.
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save };
}
