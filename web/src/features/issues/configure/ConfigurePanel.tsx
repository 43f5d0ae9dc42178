import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getWatchdogSettings, putWatchdogSettings } from '@app/shared/contract/triage.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { identityQuery } from '../../../lib/session/identity.ts';
import { call, query } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { worldKey } from '../../../world/triage.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Skeleton } from '../../../ui/layout/Skeleton.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { openPanels, usePanelDraft, type Settings } from './open-panels.ts';
import { isCount, SettingField } from './SettingField.tsx';
import { SpreadsheetField } from './SpreadsheetField.tsx';
import './configure.css';

interface Props {
  readonly watchdog: Watchdog;
  readonly onClose: () => void;
}

/** The settings panel of every kind, drawn from the kind's `panel`. */
export function ConfigurePanel({ watchdog, onClose }: Props) {
  const { type } = watchdog;
  const stored = useQuery(query(getWatchdogSettings, { params: { type } }));
  const { data: saved } = stored;
  const failed = useFailed(stored);
  const draft = usePanelDraft(type);
  const { isSaving, save } = useSave(type);
  const maySave = useQuery(identityQuery).data?.maySetWatchdogs !== false;
  const shown = draft ?? saved ?? {};
  const isPossible = Object.entries(watchdog.panel).every(
    ([name, { widget }]) => widget !== 'number' || isCount(shown[name]),
  );
  const isChanged = draft !== null && JSON.stringify(draft) !== JSON.stringify(saved);
  const canSave = isChanged && isPossible;
  return (
    <form
      className="configure"
      aria-label={`Configure ${watchdog.title}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) void save(draft);
      }}
    >
      {!saved && !failed && <Skeleton width="240px" height="20px" />}
      {saved && (
        <fieldset className="configure__fields" disabled={!maySave}>
          {Object.entries(watchdog.panel).map(([name, field]) => (
            <SettingField
              key={name}
              field={field}
              value={shown[name]}
              onChange={(value) => openPanels.change(type, { ...shown, [name]: value }, saved)}
            />
          ))}
        </fieldset>
      )}
      {!maySave && (
        <p className="dim">Only the account owner and users who see all seller accounts may change these settings.</p>
      )}
      {failed && (
        <p className="dim" role="alert">
          The settings did not load.{' '}
          <Button busy={failed.isRetrying} onClick={failed.onRetry}>
            Try again
          </Button>
        </p>
      )}
      {watchdog.spreadsheet && <SpreadsheetField prefix={watchdog.spreadsheet.prefix} />}
      <p className="configure__actions">
        {maySave && (
          <Button variant="primary" type="submit" disabled={!canSave} busy={isSaving}>
            Save
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </p>
    </form>
  );
}

/** Specification, section 8: a failure to save only stops the loader. */
function useSave(type: string) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const save = async (settings: Settings) => {
    setSaving(true);
    try {
      const stored = await call(putWatchdogSettings, { params: { type }, body: settings });
      client.setQueryData(query(getWatchdogSettings, { params: { type } }).queryKey, stored);
      void client.invalidateQueries({ queryKey: worldKey });
      openPanels.settle(type, settings, stored);
      showToast('Changes saved');
    } catch {
      // After a failure the panel keeps the typed values.
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save };
}
