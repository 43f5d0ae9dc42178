import { useSyncExternalStore } from 'react';

const root = document.documentElement;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** For what is drawn with the colours of the scheme instead of styled with them. */
export const useScheme = (): string => useSyncExternalStore(subscribe, () => root.dataset['theme'] ?? 'light');
