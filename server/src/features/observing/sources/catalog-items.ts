import type { CatalogFacts } from '@app/shared/watchdogs/observations.ts';
import type { CatalogItem } from '../../../external/marketplace/catalog-items.ts';
import type { Observation } from '../observation.ts';
import { batchSource, byName } from './source.ts';

/** What customers see of a product: title, pictures, parent. One answer serves every kind that looks at them. */
export const catalogItems = batchSource({
  name: 'catalog-items',
  aspects: ['catalog', 'rank'],
  unit: 'product',
  batchSize: 20,
  announcedBy: [],
  async ask({ marketplace, access, place, targets, observedAt, options }) {
    const asins = targets.map((target) => target.asin);
    const answer = await marketplace.searchCatalogItems(access, { ...options, marketplaceId: place.id, asins });
    const targetsByAsin = byName(targets, (target) => target.asin);
    const observations: Observation[] = [];
    for (const item of answer.members) {
      const facts = catalogFacts(item, place.id);
      for (const { productId } of targetsByAsin.get(item.asin) ?? []) {
        observations.push({ productId, aspect: 'catalog', sku: '', facts, observedAt });
      }
    }
    const answered = new Set(answer.members.map((item) => item.asin));
    const missing = asins.filter((asin) => !answered.has(asin));
    const refusals = missing.map((asin) => ({ subject: asin, reason: 'is not in the answer' }));
    return { observations, refusals: [...answer.refusals, ...refusals] };
  },
});

interface InMarketplace {
  readonly marketplaceId: string;
}

export function catalogFacts(item: CatalogItem, marketplaceId: string): CatalogFacts {
  const here = <T extends InMarketplace>(list: readonly T[] | null): T | null =>
    list?.find((entry) => entry.marketplaceId === marketplaceId) ?? null;
  const summary = here(item.summaries);
  const images = here(item.images)?.images ?? null;
  const relationships = here(item.relationships)?.relationships ?? [];
  return {
    title: tidy(summary?.itemName),
    brand: tidy(summary?.brand),
    images: images && thumbnails(images),
    largeImageUrl: images && largest(images),
    parentAsin: relationships.find(({ type }) => type === 'VARIATION')?.parentAsins?.[0] ?? null,
    isAdult: summary?.adultProduct ?? null,
    attributes: null,
    packageDimensions: null,
    productType: null,
    classification: null,
    displayGroup: null,
  };
}

type Image = NonNullable<CatalogItem['images']>[number]['images'][number];

/** The smallest picture of each variant, in the order of the variants. */
function thumbnails(images: readonly Image[]): CatalogFacts['images'] {
  const byVariant = Map.groupBy(images, (image) => image.variant);
  return [...byVariant]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([variant, sizes]) => {
      const [smallest] = bySize(sizes);
      return smallest ? [{ variant, url: canonicalUrl(smallest.link) }] : [];
    });
}

function largest(images: readonly Image[]): string | null {
  const found = bySize(images.filter((image) => image.variant === 'MAIN')).at(-1);
  return found ? canonicalUrl(found.link) : null;
}

const bySize = (images: readonly Image[]): readonly Image[] =>
  images.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0) || (a.link < b.link ? -1 : 1));

/**
 * Amazon serves one picture from several hosts and with modifiers in its name. Its id is what makes it that picture, so
 * that a renamed address is no change.
 */
function canonicalUrl(link: string): string {
  const url = URL.parse(link);
  if (!url || !/\.(media-amazon|ssl-images-amazon)\.com$/.test(url.hostname)) return link;
  const [, id, extension] = /\/images\/I\/([^/.]+)\.(?:[^/]*\.)?(\w+)$/.exec(url.pathname) ?? [];
  return id && extension ? `https://m.media-amazon.com/images/I/${id}.${extension}` : link;
}

const tidy = (text: string | null | undefined): string | null => text?.trim().replaceAll(/\s+/g, ' ') || null;
