import { useEffect } from 'react';
import { useStored } from './use-stored.ts';

/** Whether single letters are shortcuts on the pages, and how to change that; stored per browser. */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  const [stored, write] = useStored('singleKeys');
  return [stored !== 'off', (on) => write(on ? 'on' : 'off')];
}

/** Writes the choice to the document, where `ui/single-key.ts` reads it. */
export function useSingleKeysSwitch(): void {
  const [areOn] = useSingleKeys();
  useEffect(() => {
    document.documentElement.dataset['singleKeys'] = areOn ? 'on' : 'off';
  }, [areOn]);
}
