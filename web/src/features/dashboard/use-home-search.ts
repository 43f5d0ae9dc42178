import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { useLater } from '../../ui/use-after-paint.ts';
import { isSameSearch, parseHomeSearch, type HomeSearch } from './home-search.ts';

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
        void navigate({
          search: (before) => parseHomeSearch({ ...before, ...all }),
          replace: all.view === undefined,
          resetScroll: false,
          hash: '',
        });
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
