import { useState } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { inOrderOf } from './steady-order.ts';

interface SteadyGallery {
  /** The list as it is sorted now. */
  readonly sorted: readonly Product[];
  /** The same products in the order of the gallery. */
  readonly products: readonly Product[];
}

export const openGallery = (sorted: readonly Product[]): SteadyGallery => ({ sorted, products: sorted });

/** The gallery after a change of the list, in the order that it has. A gallery of the same list stays the same object. */
export const followList = (gallery: SteadyGallery, sorted: readonly Product[]): SteadyGallery =>
  gallery.sorted === sorted ? gallery : { sorted, products: inOrderOf(gallery.products, sorted) };

/**
 * Keeps the order of the products while the detail is open. The list moves a product when one of its issues is
 * marked, and the next product would then be another one than the one that followed.
 */
export function useSteadyGallery(sorted: readonly Product[]): readonly Product[] {
  const [before, setGallery] = useState(() => openGallery(sorted));
  const gallery = followList(before, sorted);
  if (gallery !== before) setGallery(gallery);
  return gallery.products;
}
