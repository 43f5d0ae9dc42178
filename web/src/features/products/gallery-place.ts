import type { Product } from '@app/shared/contract/world.ts';

interface GalleryPlace {
  /** The zero-based position; -1 for a product that the gallery does not have. */
  readonly at: number;
  readonly count: number;
  readonly previous: Product | undefined;
  readonly next: Product | undefined;
}

/**
 * Returns the position of a product, among those with issues if it has any; the previous and next buttons go through
 * all products. A product that the filter hides has no neighbours.
 */
export function galleryPlace(
  { productId }: Product,
  gallery: readonly Product[],
  among: readonly Product[],
): GalleryPlace {
  const index = gallery.findIndex((one) => one.productId === productId);
  return {
    at: among === gallery ? index : among.findIndex((one) => one.productId === productId),
    count: among.length,
    previous: gallery[index - 1],
    next: index < 0 ? undefined : gallery[index + 1],
  };
}
