import { useQuery } from '@tanstack/react-query';
import { getWatchdogSettings } from '@app/shared/contract/triage.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { identityQuery } from '../../../lib/session/identity.ts';
import { query } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Skeleton } from '../../../ui/layout/Skeleton.tsx';
import { OvertakenModal } from '../../../ui/overlays/OvertakenModal.tsx';
import { openPanels, usePanelDraft } from './open-panels.ts';
import { settingText } from './setting-choices.ts';
import { isCount, SettingField } from './SettingField.tsx';
import { changesOf, insistOn, shownSettings, yieldTo, type Difference } from './settings-draft.ts';
import { SpreadsheetField } from './SpreadsheetField.tsx';
import { useSaveSettings } from './use-save-settings.ts';
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
  const { isSaving, save, differences, decide, dropDifferences } = useSaveSettings(watchdog);
  const maySave = useQuery(identityQuery).data?.maySetWatchdogs !== false;
  const shown = shownSettings(draft, saved ?? {});
  const isPossible = Object.entries(watchdog.panel).every(
    ([name, { widget }]) => widget !== 'number' || isCount(shown[name]),
  );
  const canSave = changesOf(draft) !== null && isPossible;
  return (
    <>
      <form
        className="configure"
        aria-label={`Configure ${watchdog.title}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) void save();
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
                onChange={(value) => openPanels.change(type, { name, value, saved })}
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
      {differences.length > 0 && (
        <OvertakenModal
          differences={differences.map((one) => wordsOf(watchdog, one))}
          onYield={() => decide(yieldTo)}
          onInsist={() => decide(insistOn)}
          onClose={dropDifferences}
        >
          {differences.length === 1 ? '1 setting differs' : `${differences.length} settings differ`}
        </OvertakenModal>
      )}
    </>
  );
}

function wordsOf({ panel }: Watchdog, { name, theirs, mine }: Difference) {
  const field = panel[name];
  const text = (value: unknown) => (field ? settingText(field, value) : String(value));
  return { key: name, name: field?.label ?? name, theirs: text(theirs), mine: text(mine) };
}
