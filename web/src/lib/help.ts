import { createStore } from './browser/store.ts';

/** The open part of the help. */
export type HelpPlace =
  | {
      readonly tab: 'faq';
      /** The open entry: its own id, or the type of a watchdog. */
      readonly entry?: string;
    }
  | { readonly tab: 'contact' | 'feature'; readonly subject?: string };

export const openHelp = createStore<HelpPlace | null>(null);

/** Opens the help from anywhere; the shell shows it. */
export const showHelp = (place: HelpPlace): void => openHelp.set(place);

/** Whether the list of keyboard shortcuts is open, which only pages with their own shortcuts show. */
export const keyListOpen = createStore(false);
