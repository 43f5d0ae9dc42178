import type { CatalogFacts, FactsOf, RankFacts } from '@app/shared/watchdogs/facts/observations.ts';
import type { CatalogItem, SalesRanks } from '../../../../external/marketplace/operations/catalog-items.ts';
import { attributeTexts, type Place } from './attribute-texts.ts';
import { packageText } from './measures.ts';
import { tidyLine } from './tidy-text.ts';

/** Returns the facts of a catalogue page. None of them drifts: a change of these facts is a change of the page. */
export function catalogFacts(item: CatalogItem, place: Place): CatalogFacts {
  const summary = inPlace(item.summaries, place);
  const images = inPlace(item.images, place)?.images ?? null;
  const relationships = inPlace(item.relationships, place)?.relationships;
  const parcel = inPlace(item.dimensions, place)?.package;
  const productType = item.productTypes?.find(({ marketplaceId }) => (marketplaceId ?? place.id) === place.id);
  return {
    title: tidyLine(summary?.itemName),
    brand: tidyLine(summary?.brand),
    images: images && thumbnails(images),
    largeImageUrl: images && largest(images),
    ...(relationships && areWhole(relationships) && { parentAsin: parentOf(relationships) }),
    isAdult: summary?.adultProduct ?? null,
    attributes: detailsOf(item, place),
    packageDimensions: parcel ? packageText(parcel) : null,
    productType: tidyLine(productType?.productType),
    classification: classificationOf(item, place),
    // Only the name counts: some answers lack it, and the code in its place would look like a change.
    displayGroup: tidyLine(summary?.websiteDisplayGroupName),
  };
}

/** The facts of a parent page. Parents are catalogue items of their own. */
export const parentFacts = (item: CatalogItem, place: Place): FactsOf<'parent'> => ({
  asin: item.asin,
  title: tidyLine(inPlace(item.summaries, place)?.itemName),
  attributes: detailsOf(item, place),
});

type Relationships = NonNullable<CatalogItem['relationships']>[number]['relationships'];

/** False if a variation names neither parents nor children: the product may then have a parent or not. */
const areWhole = (relationships: Relationships): boolean =>
  relationships.every(
    ({ type, parentAsins, childAsins }) => type !== 'VARIATION' || (parentAsins ?? childAsins) !== null,
  );

const parentOf = (relationships: Relationships): string | null =>
  relationships.find(({ type }) => type === 'VARIATION')?.parentAsins?.toSorted()[0] ?? null;

/**
 * Returns the details of a page; `null` if the answer contains none. Every page has details, so an answer without any
 * is incomplete and removes nothing.
 */
function detailsOf({ attributes }: CatalogItem, place: Place): CatalogFacts['attributes'] {
  const texts = attributeTexts(attributes ?? {}, place);
  return Object.keys(texts).length === 0 ? null : texts;
}

/**
 * The browse category of the summary, or the only one of the list. A list of several does not tell which is the
 * product's.
 */
function classificationOf(item: CatalogItem, place: Place): CatalogFacts['classification'] {
  const listed = inPlace(item.classifications, place)?.classifications ?? [];
  const leaf = inPlace(item.summaries, place)?.browseClassification ?? (listed.length === 1 ? listed[0] : null);
  const name = tidyLine(leaf?.displayName);
  return leaf && name !== null ? { id: leaf.classificationId, name } : null;
}

/** The categories in which the product is first. Best-seller ranks themselves drift. */
export function rankFacts(salesRanks: SalesRanks, place: Place): RankFacts {
  // Amazon sends an empty list for a product without a rank.
  const ranks = inPlace(salesRanks, place)?.classificationRanks;
  if (!ranks) return { firstIn: null };
  const first = ranks.filter(({ rank }) => rank === 1);
  const byId = new Map(first.map(({ classificationId: id, title }) => [id, { id, name: tidyLine(title) ?? id }]));
  return { firstIn: [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** The code of the display group, taken from the ranks. */
export const displayGroupOf = (item: CatalogItem, place: Place): string | null =>
  inPlace(item.summaries, place)?.websiteDisplayGroup ?? null;

/**
 * The rank in the product's display group, which the page shows first. 0 if the product has none, `null` if the answer
 * lacks ranks.
 */
export function displayGroupRank(
  { group, salesRanks }: { readonly group: string | null; readonly salesRanks: SalesRanks },
  place: Place,
): number | null {
  const groups = inPlace(salesRanks, place)?.displayGroupRanks;
  if (!groups) return null;
  return (groups.find(({ websiteDisplayGroup }) => websiteDisplayGroup === group) ?? groups[0])?.rank ?? 0;
}

const inPlace = <T extends { readonly marketplaceId: string }>(list: readonly T[] | null, { id }: Place): T | null =>
  list?.find((entry) => entry.marketplaceId === id) ?? null;

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

/** The largest picture of the main variant. */
function largest(images: readonly Image[]): string | null {
  const found = bySize(images.filter((image) => image.variant === 'MAIN')).at(-1);
  return found ? canonicalUrl(found.link) : null;
}

const bySize = (images: readonly Image[]): readonly Image[] =>
  images.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0) || (a.link < b.link ? -1 : 1));

/**
 * Reduces the address of a picture to its id. Amazon serves one picture from several hosts, with display parameters
 * between dots in the file name, so that only a change of the id is a change of the picture.
 */
function canonicalUrl(link: string): string {
  const url = URL.parse(link.replace(/\._[^/.]*_(?=\.\w+(\?|$))/, ''));
  if (!url) return link;
  if (!/\.(media-amazon|ssl-images-amazon)\.com$/.test(url.hostname)) return url.href;
  const [, id, extension] = /\/images\/I\/([^/.]+)\.(?:[^/]*\.)?(\w+)$/.exec(url.pathname) ?? [];
  return id && extension ? `https://m.media-amazon.com/images/I/${id}.${extension}` : url.href;
}
