import { dayMs } from '@app/shared/base/time.ts';
import type { World } from '../../../world/world.ts';
import type { StoredReport } from '../stored-report.ts';

/** A tab-separated report. */
export interface ReportType {
  header(codes: readonly string[]): readonly string[];
  rows(world: World, report: StoredReport, codes: readonly string[]): string[][];
  /** Whether Amazon cancels the report if it has no rows. */
  readonly isCancelledWhenEmpty: boolean;
  /** Returns why Amazon would fail the report; undefined if the request is acceptable. */
  whyFatal?(report: StoredReport): string | undefined;
}

/** Returns the requested period; the end defaults to the time of the request. */
export const periodOf = (report: StoredReport): { from: Date; to: Date } => ({
  from: report.dataStartTime ?? report.createdAt,
  to: report.dataEndTime ?? report.createdAt,
});

export function whyPeriodIsFatal(report: StoredReport, maxDays: number): string | undefined {
  const { from, to } = periodOf(report);
  if (!report.dataStartTime) return 'The report needs a dataStartTime';
  if (from >= to) return 'dataStartTime is not before dataEndTime';
  return to.getTime() - from.getTime() > maxDays * dayMs ? `The period is longer than ${maxDays} days` : undefined;
}
