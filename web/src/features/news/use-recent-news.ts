import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { stateOfTheWorld, type Product } from '@app/shared/contract/world.ts';
import { query } from '../../lib/http/call.ts';
import { firstFailed, useFailed, type Failed } from '../../lib/http/kept-failure.ts';
import { useKnownWorld } from '../../world/known-world.ts';
import type { Notice } from './news-mark.ts';
import { unnamedProductIds } from './unnamed-products.ts';

interface RecentNews {
  /** The notifications, newest first; `undefined` until they are known. */
  readonly notices: readonly Notice[] | undefined;
  /** Their products, among others. */
  readonly products: readonly Product[];
  /** The failure to load them. */
  readonly failed: Failed | null;
}

/** The order is named although it is the usual one: the query of the table, whose rows must not move, is another one. */
const onePage = { page: 0, problems: 'true' } as const;

const none: readonly Product[] = [];

/**
 * Returns the recent notifications. The dashboard polls them with its world. Other pages do not poll, and after a reload
 * they have no world: there the notifications are fetched while the list is open, with their products only, because the
 * page may be one for computers that cannot hold all products.
 */
export function useRecentNews(isOpen: boolean): RecentNews {
  const { world } = useKnownWorld();
  const isAlone = useLocation({ select: ({ pathname }) => pathname !== '/home' }) && isOpen;
  const page = useQuery({ ...query(stateOfTheWorld, { query: onePage }), enabled: isAlone });
  const known = isAlone ? (page.data ?? world) : world;
  const productIds = isAlone && known ? unnamedProductIds(known).join(',') : '';
  const others = useQuery({
    ...query(stateOfTheWorld, { query: { ...onePage, productIds } }),
    enabled: productIds !== '',
  });
  const failed = firstFailed([useFailed(page), useFailed(others)]);
  const named = productIds === '' ? none : (others.data?.products ?? none);
  return {
    notices: known?.notifications,
    products: known ? [...known.products, ...named] : none,
    failed: known === undefined ? failed : null,
  };
}
