import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export const readScheme = (): string => document.documentElement.dataset['theme'] ?? 'light';

/** The colour scheme, for content that is drawn with its colours instead of styled. */
export const useScheme = (): string => useSyncExternalStore(subscribe, readScheme);
