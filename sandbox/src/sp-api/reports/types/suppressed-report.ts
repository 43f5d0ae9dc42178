import type { Listing } from '../../../world/model/product.ts';
import type { World } from '../../../world/world.ts';
import type { ReportType } from './report-type.ts';

/** Report of listings hidden from search, each with the reason. */
export const suppressedReport: ReportType = {
  header: () => [
    'Status',
    'Reason',
    'SKU',
    'ASIN',
    'Product name',
    'Condition',
    'Status Change Date',
    'Issue Description',
  ],
  rows: (world, report, codes) =>
    codes.flatMap((code) => world.listingsOfSeller(report.sellerId, code)).flatMap((listing) => rowOf(world, listing)),
  isCancelledWhenEmpty: true,
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function rowOf(world: World, { suppression, sku, asin, marketplace }: Listing): string[][] {
  if (!suppression) return [];
  const { since, reason, explanation } = suppression;
  const changed = `${months[since.getUTCMonth()]} ${since.getUTCDate()}, ${since.getUTCFullYear()}`;
  const title = world.findProduct(asin, marketplace)?.title ?? '';
  return [['Search Suppressed', reason, sku, asin, title, 'New', changed, explanation]];
}
