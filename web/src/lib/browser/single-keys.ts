import { useEffect } from 'react';
import { useStored } from './use-stored.ts';

/** Whether letters alone do something on the pages, and how to switch that; each browser has its own answer. */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  const [stored, write] = useStored('singleKeys');
  return [stored !== 'off', (on) => write(on ? 'on' : 'off')];
}

/** Tells the page, where `ui/single-key.ts` looks. */
export function useSingleKeysSwitch(): void {
  const [areOn] = useSingleKeys();
  useEffect(() => {
    document.documentElement.dataset['singleKeys'] = areOn ? 'on' : 'off';
  }, [areOn]);
}
