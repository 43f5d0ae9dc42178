import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { openPanels } from './open-panels.ts';
import { saveSettings } from './save-settings.ts';
import type { Difference, SettingsDraft } from './settings-draft.ts';

const none: readonly Difference[] = [];

/** Specification, section 8: a failure to save only stops the loader. */
export function useSaveSettings(watchdog: Watchdog) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [differences, setDifferences] = useState(none);
  const save = async () => {
    setSaving(true);
    setDifferences(none);
    try {
      setDifferences(await saveSettings(client, watchdog));
    } catch {
      // After a failure the panel keeps the chosen values.
    } finally {
      setSaving(false);
    }
  };
  /** Saves after the decision of the person about the settings that differ. */
  const decide = (revise: (draft: SettingsDraft, differences: readonly Difference[]) => SettingsDraft) => {
    openPanels.revise(watchdog.type, (draft) => revise(draft, differences));
    void save();
  };
  return { isSaving, save, differences, decide, dropDifferences: () => setDifferences(none) };
}
