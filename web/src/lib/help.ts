import { createStore } from './browser/store.ts';

/** What of the help is open. */
export type HelpPlace =
  | {
      readonly tab: 'faq';
      /** Which entry stands open: its own id, or the type of a watchdog. */
      readonly entry?: string;
    }
  | { readonly tab: 'contact' | 'feature'; readonly subject?: string };

export const openHelp = createStore<HelpPlace | null>(null);

/** Opens the help from anywhere; who shows it is the shell's business. */
export const showHelp = (place: HelpPlace): void => openHelp.set(place);

/** The list of keys, which pages with keys of their own show. */
export const keyListOpen = createStore(false);
