import { ExternalError } from '../../../../external/marketplace/external-error.ts';
import { service } from '../../../../external/pages/page-caller.ts';
import type { ProductPage } from '../../../../external/pages/pages.ts';
import type { Observation } from '../../recording/observation.ts';
import { batchSource, byName, type Question, type SourceAnswer } from '../source.ts';

/** The product page as customers see it: reviews, ratings and badges, and whether there is a button to click. */
export const productPages = batchSource({
  name: 'product-pages',
  aspects: ['reviews', 'rating', 'badges'],
  unit: 'product',
  // Each page takes seconds to load; those of a batch are loaded in parallel.
  batchSize: 10,
  announcedBy: [],
  needsPages: true,
  ask: lookAtPages,
});

export async function lookAtPages({
  pages,
  place,
  targets,
  observedAt,
  options: { signal },
}: Question): Promise<SourceAnswer> {
  if (!pages) throw new ExternalError(service, 'no provider is configured', { isPermanent: true });
  const targetsByAsin = byName(targets, (target) => target.asin);
  const asins = [...targetsByAsin.keys()];
  const question = { place, asins, ...(signal && { signal }), paid: () => undefined };
  const { members, refusals, unasked = [] } = await pages.products(question);
  const observations = members.flatMap((page) =>
    (targetsByAsin.get(page.asin) ?? []).flatMap(({ productId }) =>
      observationsOf(page, { productId, observedAt: observedAt() }),
    ),
  );
  return {
    observations,
    refusals,
    unasked: unasked.flatMap((asin) => targetsByAsin.get(asin) ?? []),
    sellers: members.flatMap(({ seller }) => seller ?? []),
  };
}

interface Look {
  readonly productId: string;
  readonly observedAt: Date;
}

/**
 * Returns the observations of one page. A part that the page does not show yields no observation, so the known facts
 * stay.
 */
function observationsOf({ reviews, rating, badges }: ProductPage, look: Look): Observation[] {
  return [
    ...(reviews ? [{ ...look, aspect: 'reviews' as const, sku: '', facts: reviews }] : []),
    ...(rating ? [{ ...look, aspect: 'rating' as const, sku: '', facts: rating }] : []),
    ...(badges ? [{ ...look, aspect: 'badges' as const, sku: '', facts: badges }] : []),
  ];
}
