import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { useLater } from '../../ui/hooks/use-after-paint.ts';
import { isSameSearch, parseHomeSearch, type HomeSearch } from '../../world/home-search.ts';

/** The view and the filters in the address: what people choose holds at once, the address follows when that is painted. */
export function useHomeSearch() {
  const addressed = useSearch({ from: '/home' });
  const navigate = useNavigate({ from: '/home' });
  const later = useLater();
  const owed = useRef<Partial<HomeSearch>>({});
  const [chosen, setChosen] = useState({ search: addressed, addressed });
  const change = useCallback(
    (part: Partial<HomeSearch>) => {
      owed.current = { ...owed.current, ...part };
      setChosen((before) => ({ ...before, search: parseHomeSearch({ ...before.search, ...part }) }));
      later(() => {
        const all = owed.current;
        owed.current = {};
        const isView = all.view !== undefined;
        // A filter may follow a product that was opened while it was still being typed: that one stays open.
        const kept = isView ? { hash: '' } : ({ hash: true, state: true, replace: true } as const);
        void navigate({ search: (before) => parseHomeSearch({ ...before, ...all }), resetScroll: false, ...kept });
      });
    },
    [later, navigate],
  );
  if (chosen.addressed === addressed) return { search: chosen.search, change };
  // By the back button the address is first. What says the same stays the same object: nothing is drawn anew for it.
  const search = isSameSearch(chosen.search, addressed) ? chosen.search : addressed;
  setChosen({ search, addressed });
  return { search, change };
}
