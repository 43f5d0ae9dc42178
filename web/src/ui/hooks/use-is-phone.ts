import { useSyncExternalStore } from 'react';

/** Specification, section 9: mobile width. */
const phone = window.matchMedia('(max-width: 767px)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
