import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { merchantListingsReport } from './merchant-listings-report.ts';
import type { StoredReport } from './reports.ts';
import type { World } from '../../world/world.ts';

type ReportWriter = (world: World, report: StoredReport, marketplaceCodes: readonly string[]) => string;

/** The reports that the sandbox can write, as text with tabs. */
export const reportTypes: Readonly<Record<string, ReportWriter>> = {
  GET_MERCHANT_LISTINGS_ALL_DATA: merchantListingsReport,
};

export function writeReport(world: World, report: StoredReport): string {
  const codes = report.marketplaceIds.flatMap((id) => findMarketplaceById(id)?.code ?? []);
  const write = reportTypes[report.reportType];
  if (!write) throw new Error(`No report has the type ${report.reportType}`);
  return write(world, report, codes);
}
