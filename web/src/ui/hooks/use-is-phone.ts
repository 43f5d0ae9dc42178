import { useSyncExternalStore } from 'react';
import { upToWidth } from '../layout/text-size.ts';

/**
 * Specification, section 9: mobile width. An equally narrow window with a mouse is a desktop at 200 % zoom (1280 px
 * become 640 px), which offers everything that a desktop offers.
 */
const phone = window.matchMedia(`${upToWidth(767)} and (pointer: coarse), ${upToWidth(479)}`);

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
