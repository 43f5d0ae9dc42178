import { batchesOf } from '@app/shared/base/batches.ts';
import { marketplace, type Marketplace } from '@app/shared/base/marketplaces.ts';
import { dayMs } from '@app/shared/base/time.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { readReport, type ColumnNames, type ReportTable } from '../../../catalog/reports/report-table.ts';
import type { Observation } from '../../recording/observation.ts';
import type { SweepKey } from '../../sweeping/sweep-queries.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { reportStep, type DeliveredReport } from './report-pass.ts';
import { steppedSource, type SteppedSource, type StepWork } from '../source.ts';

interface ReportContent<Column extends string> {
  readonly key: SweepKey;
  readonly place: Marketplace;
  /**
   * The rows of the report; `null` if there is nothing to report, or the report was cancelled. Known facts may still
   * hold then.
   */
  readonly table: ReportTable<Column> | null;
  readonly observedAt: Date;
}

interface ReportSource<Column extends string> extends Pick<SteppedSource, 'name' | 'aspects' | 'everyMinutes'> {
  readonly reportType: string;
  readonly columns: ColumnNames<Column>;
  readonly needed: readonly Column[];
  /** The order of all columns, if it is the same in every language. `null` stands for a column that is not read. */
  readonly columnOrder?: readonly (Column | null)[];
  /** The number of days that the report covers, if its type needs a range. */
  readonly daysBack?: number;
  observe(tx: Tx, reported: ReportContent<Column>, log: ObservingContext['log']): Promise<readonly Observation[]>;
}

/** Observations that are judged in one transaction. */
const observationsAtOnce = 500;

/** Declares a source that reads one report of one marketplace with each pass. */
export const reportSource = <Column extends string>(source: ReportSource<Column>): SteppedSource =>
  steppedSource({
    name: source.name,
    aspects: source.aspects,
    scope: 'marketplace',
    ...(source.everyMinutes !== undefined && { everyMinutes: source.everyMinutes }),
    announcedBy: [],
    step(ctx, work) {
      const place = marketplace(work.key.marketplace);
      const { reportType, daysBack } = source;
      const span = daysBack === undefined ? {} : { from: new Date(work.passStartedAt.getTime() - daysBack * dayMs) };
      const wanted = [{ key: place.code, reportType, marketplaceIds: [place.id], ...span }];
      return reportStep(ctx, work, { wanted, take: (report) => take(ctx, work, { source, place, report }) });
    },
  });

interface ReportDelivery<Column extends string> {
  readonly source: ReportSource<Column>;
  readonly place: Marketplace;
  readonly report: DeliveredReport;
}

async function take<Column extends string>(
  ctx: ObservingContext,
  { key, passStartedAt }: StepWork,
  { source, place, report: { content, suspectedLength } }: ReportDelivery<Column>,
): Promise<number> {
  const { columns: names, needed, columnOrder } = source;
  const reading = { names, needed, suspectedLength, ...(columnOrder && { order: columnOrder }) };
  const table = content === null ? null : readReport(content, reading);
  // The report was requested after the pass began, so its content is of that time or later.
  const reported = { key, place, table, observedAt: passStartedAt };
  const observations = await ctx.db.tenant(key.tenantId, (tx) => source.observe(tx, reported, ctx.log));
  for (const some of batchesOf(observations, observationsAtOnce)) await ctx.judging.ingest(key.tenantId, some);
  return table?.rows.length ?? 0;
}
