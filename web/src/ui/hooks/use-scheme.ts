import { useSyncExternalStore } from 'react';

const root = document.documentElement;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The colour scheme, for content that is drawn with its colours instead of styled. */
export const useScheme = (): string => useSyncExternalStore(subscribe, () => root.dataset['theme'] ?? 'light');
