import { useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/browser/store.ts';
import { unsavedDraft } from './unsaved-draft.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** Settings that were changed in a panel, and the saved ones that they are to replace. */
interface Draft {
  readonly settings: Settings;
  readonly saved: Settings;
}

const closedAll: ReadonlyMap<string, Draft | null> = new Map();
const panels = createStore(closedAll);

/** The unsaved settings of the panel of a kind; `null` if nothing was changed or the panel is closed. */
const draftOf = (type: string): Settings | null => panels.get().get(type)?.settings ?? null;

const put = (type: string, draft: Draft | null): void => panels.set(new Map(panels.get()).set(type, draft));

/**
 * The open "Configure" panels with their unsaved settings, by kind. They are kept outside the cards, because another
 * view, or a filter that matches nothing, removes the cards from the page.
 */
export const openPanels = {
  isOpen: (type: string): boolean => panels.get().has(type),
  draftOf,
  toggle: (type: string): void => {
    const next = new Map(panels.get());
    if (!next.delete(type)) next.set(type, null);
    panels.set(next);
  },
  change: (type: string, settings: Settings, saved: Settings): void => put(type, { settings, saved }),
  /** Ends a save: what was changed while it was under way stays unsaved. */
  settle: (type: string, sent: Settings, stored: Settings): void => {
    if (!openPanels.isOpen(type)) return;
    const settings = unsavedDraft(draftOf(type), sent);
    put(type, settings && { settings, saved: stored });
  },
  areUnsaved: (): boolean => [...panels.get().values()].some((draft) => draft !== null && isChanged(draft)),
  closeAll: (): void => panels.set(closedAll),
};

const isChanged = ({ settings, saved }: Draft): boolean => JSON.stringify(settings) !== JSON.stringify(saved);

export const useIsPanelOpen = (type: string): boolean =>
  useSyncExternalStore(panels.subscribe, () => openPanels.isOpen(type));

export const usePanelDraft = (type: string): Settings | null =>
  useSyncExternalStore(panels.subscribe, () => draftOf(type));

export const useUnsavedPanels = (): boolean => useSyncExternalStore(panels.subscribe, openPanels.areUnsaved);
