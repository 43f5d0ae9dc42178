import { cutAt } from '@app/shared/base/cut-text.ts';
import type { ColumnNames } from '../../../catalog/reports/report-table.ts';
import type { Observation } from '../../recording/observation.ts';
import { listTrackedListings } from './listing-queries.ts';
import { reportSource } from './report-source.ts';

type Column = 'sku' | 'reason' | 'issue' | 'status';

const columns: ColumnNames<Column> = new Map([
  ['sku', ['SKU']],
  ['reason', ['Reason', 'Grund', 'Motif', 'Motivo']],
  ['issue', ['Issue Description', 'Problembeschreibung', 'Description du problème', 'Descrizione del problema']],
  ['status', ['Status', 'Statut', 'Stato', 'Estado']],
]);

const longestReason = 300;

/**
 * The listings that the marketplace hides from search, and the reasons. A listing that is missing in the report is not
 * hidden.
 */
export const suppressedListings = reportSource({
  name: 'suppressed-listings',
  aspects: ['suppression'],
  everyMinutes: 180,
  reportType: 'GET_MERCHANTS_LISTINGS_FYP_REPORT',
  columns,
  needed: ['sku'],
  async observe(tx, { table, key, observedAt }) {
    const reasons = new Map<string, string | null>();
    for (const row of table?.rows ?? []) {
      const reason = cutAt((row('issue') || row('reason')).replaceAll(/\s+/g, ' '), longestReason);
      reasons.set(row('sku'), reason || null);
    }
    const listings = await listTrackedListings(tx, key);
    return listings.map(({ productId, sku }): Observation => {
      const facts = { isSuppressed: reasons.has(sku), reason: reasons.get(sku) ?? null };
      return { productId, aspect: 'suppression', sku, facts, observedAt };
    });
  },
});
