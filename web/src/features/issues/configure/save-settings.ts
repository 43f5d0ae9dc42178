import type { QueryClient } from '@tanstack/react-query';
import { changeWatchdogSettings, getWatchdogSettings } from '@app/shared/contract/triage.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { call, query } from '../../../lib/http/call.ts';
import { worldKey } from '../../../world/triage.ts';
import { showToast, toReadMs } from '../../../ui/overlays/toast-store.ts';
import { openPanels } from './open-panels.ts';
import { changesOf, reconcileDraft, type Difference } from './settings-draft.ts';

type Kind = Pick<Watchdog, 'type' | 'panel'>;

/**
 * Saves the changes of a kind's panel. If somebody else has changed one of these settings meanwhile, nothing is saved,
 * and the settings that differ are returned for the person to decide about.
 */
export async function saveSettings(client: QueryClient, kind: Kind): Promise<readonly Difference[]> {
  try {
    return await saveUnlessOvertaken(client, kind);
  } catch (error) {
    // A server that has given the panel its settings does not know this call if it is older than the page. The call that
    // replaces all settings would undo what others have saved.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    showToast('Not saved: a new version is being rolled out. Please try again in a minute', {
      level: 'alert',
      forMs: toReadMs,
    });
    return [];
  }
}

async function saveUnlessOvertaken(client: QueryClient, kind: Kind): Promise<readonly Difference[]> {
  try {
    await send(client, kind);
    return [];
  } catch (error) {
    if (!isOvertaken(error)) throw error;
  }
  const differences = await compare(client, kind);
  if (differences.length === 0) await send(client, kind);
  return differences;
}

const isOvertaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'settingsOvertaken';

const settingsQuery = (type: string) => query(getWatchdogSettings, { params: { type } });

async function send(client: QueryClient, { type }: Kind): Promise<void> {
  const sent = changesOf(openPanels.draftOf(type));
  if (!sent) return;
  const stored = await call(changeWatchdogSettings, { params: { type }, body: sent });
  client.setQueryData(settingsQuery(type).queryKey, stored);
  void client.invalidateQueries({ queryKey: worldKey });
  openPanels.settle(type, sent, stored);
  showToast('Changes saved');
}

/** Brings the changes up to what is saved by now, and returns what the person has to decide about. */
async function compare(client: QueryClient, { type, panel }: Kind): Promise<readonly Difference[]> {
  const saved = await client.fetchQuery({ ...settingsQuery(type), staleTime: 0 });
  const draft = openPanels.draftOf(type);
  if (!draft) {
    showToast('Not saved: somebody else has changed these settings meanwhile', { level: 'alert' });
    return [];
  }
  const whitelists = Object.keys(panel).filter((name) => panel[name]?.widget === 'whitelist');
  const reconciled = reconcileDraft(draft, { saved, whitelists });
  openPanels.revise(type, () => reconciled.draft);
  return reconciled.differences;
}
