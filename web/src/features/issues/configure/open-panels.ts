import { useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/browser/store.ts';
import { changesOf, choose, draftAfter, type Settings, type SettingsDraft } from './settings-draft.ts';

const closedAll: ReadonlyMap<string, SettingsDraft | null> = new Map();
const panels = createStore(closedAll);

/** The unsaved settings of the panel of a kind; `null` if nothing was changed or the panel is closed. */
const draftOf = (type: string): SettingsDraft | null => panels.get().get(type) ?? null;

const put = (type: string, draft: SettingsDraft | null): void => panels.set(new Map(panels.get()).set(type, draft));

interface Choice {
  readonly name: string;
  readonly value: unknown;
  /** The settings as they are saved. */
  readonly saved: Settings;
}

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
  change: (type: string, choice: Choice): void => put(type, choose(draftOf(type), choice)),
  /** Ends a save: what was changed while it was under way stays unsaved. */
  settle: (type: string, sent: SettingsDraft, stored: Settings): void => {
    const draft = draftOf(type);
    if (draft) put(type, draftAfter(draft, { sent, stored }));
  },
  /** Replaces the unsaved settings of a panel that is open, and has some, by what comes of them. */
  revise: (type: string, revise: (draft: SettingsDraft) => SettingsDraft): void => {
    const draft = draftOf(type);
    if (draft) put(type, revise(draft));
  },
  areUnsaved: (): boolean => [...panels.get().values()].some((draft) => changesOf(draft) !== null),
  closeAll: (): void => panels.set(closedAll),
};

export const useIsPanelOpen = (type: string): boolean =>
  useSyncExternalStore(panels.subscribe, () => openPanels.isOpen(type));

export const usePanelDraft = (type: string): SettingsDraft | null =>
  useSyncExternalStore(panels.subscribe, () => draftOf(type));

export const useUnsavedPanels = (): boolean => useSyncExternalStore(panels.subscribe, openPanels.areUnsaved);
