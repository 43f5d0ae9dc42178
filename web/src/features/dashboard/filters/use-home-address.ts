import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { parseHomeSearch, type HomeSearch } from '../../../world/home-search.ts';

/** Returns a function for the address of the dashboard with a view and filters, by which a link opens them in a new tab. */
export function useHomeAddress(): (search: HomeSearch) => string {
  const router = useRouter();
  return useCallback(
    (search) => router.buildLocation({ to: '/home', search: parseHomeSearch({ ...search }) }).href,
    [router],
  );
}
