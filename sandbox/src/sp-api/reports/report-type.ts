import type { World } from '../../world/world.ts';
import type { StoredReport } from './stored-report.ts';

/** A report as text with tabs: its header and what goes under it. */
export interface ReportType {
  header(codes: readonly string[]): readonly string[];
  rows(world: World, report: StoredReport, codes: readonly string[]): string[][];
  /** Amazon cancels such a report of its own accord when there is nothing in it. */
  readonly isCancelledWhenEmpty: boolean;
  /** Why Amazon gives up on a report that was asked for so; undefined when it can be written. */
  whyFatal?(report: StoredReport): string | undefined;
}

const day = 86_400_000;

/** Both ends of the period that was asked for; reports without an end go on until they were asked for. */
export const periodOf = (report: StoredReport): { from: Date; to: Date } => ({
  from: report.dataStartTime ?? report.createdAt,
  to: report.dataEndTime ?? report.createdAt,
});

export function whyPeriodIsFatal(report: StoredReport, maxDays: number): string | undefined {
  const { from, to } = periodOf(report);
  if (!report.dataStartTime) return 'The report needs a dataStartTime';
  if (from >= to) return 'dataStartTime is not before dataEndTime';
  return to.getTime() - from.getTime() > maxDays * day ? `The period is longer than ${maxDays} days` : undefined;
}
