import type { Tx } from '../../../lib/db/db.ts';
import type { Observation } from '../recording/observation.ts';
import { haveSeveralLabels } from './push-queries.ts';
import { rereadListings, type NamedListing, type ResolvedConsequence } from './push-type.ts';

const source = 'inventory-summaries';

interface LabelMessage {
  readonly observations: readonly Observation[];
  readonly listings: readonly NamedListing[];
}

/**
 * Takes the units of one label as the stock of its SKU. If the SKU is known to have several labels, its listings are
 * read again instead: the source adds up all labels, whereas the last unit of an old label would look like the end of
 * the stock.
 */
export async function ofLabelStock(
  tx: Tx,
  tenantId: string,
  { observations, listings }: LabelMessage,
): Promise<ResolvedConsequence> {
  return (await haveSeveralLabels(tx, tenantId, observations))
    ? rereadListings(source, listings)
    : { outcome: 'observed', source, observations };
}
