import type { CatalogFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { CatalogItem } from '../../../../external/marketplace/catalog-items.ts';

type Image = NonNullable<CatalogItem['images']>[number]['images'][number];

/** The smallest picture of each variant, in the order of the variants. */
export function thumbnails(images: readonly Image[]): CatalogFacts['images'] {
  const byVariant = Map.groupBy(images, (image) => image.variant);
  return [...byVariant]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([variant, sizes]) => {
      const [smallest] = bySize(sizes);
      return smallest ? [{ variant, url: canonicalUrl(smallest.link) }] : [];
    });
}

/** The largest picture of the main variant. */
export function largest(images: readonly Image[]): string | null {
  const found = bySize(images.filter((image) => image.variant === 'MAIN')).at(-1);
  return found ? canonicalUrl(found.link) : null;
}

const bySize = (images: readonly Image[]): readonly Image[] =>
  images.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0) || (a.link < b.link ? -1 : 1));

/**
 * Amazon serves one picture from several hosts, and says between dots in its name how to show it. Its id is what makes it
 * that picture, so that a renamed address is no change.
 */
function canonicalUrl(link: string): string {
  const url = URL.parse(link.replace(/\._[^/.]*_(?=\.\w+(\?|$))/, ''));
  if (!url) return link;
  if (!/\.(media-amazon|ssl-images-amazon)\.com$/.test(url.hostname)) return url.href;
  const [, id, extension] = /\/images\/I\/([^/.]+)\.(?:[^/]*\.)?(\w+)$/.exec(url.pathname) ?? [];
  return id && extension ? `https://m.media-amazon.com/images/I/${id}.${extension}` : url.href;
}
