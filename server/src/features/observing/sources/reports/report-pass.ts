import * as z from 'zod/mini';
import {
  AuthorizationLost,
  ExternalError,
  OperationRefused,
  OutOfQuota,
} from '../../../../external/marketplace/external-error.ts';
import { DamagedReport, type ReportRequest } from '../../../../external/marketplace/operations/reports.ts';
import type { SellerAccess } from '../../../../external/marketplace/seller-access.ts';
import type { ObservingContext } from '../../worker-context.ts';
import type { Step, StepWork } from '../source.ts';

/** One of the reports of a pass. */
export interface WantedReport extends ReportRequest {
  /** The name of the report, which is unique within the pass. */
  readonly key: string;
}

export interface DeliveredReport<Content = string> {
  readonly key: string;
  /**
   * The content of the report; `null` if the marketplace has cancelled the report, as it does when there is nothing to
   * report.
   */
  readonly content: Content | null;
  /** The length of the previous document, if that seemed to be cut off. */
  readonly suspectedLength: number | null;
}

export interface ReportPass<Content = string> {
  /** The reports of the pass, which are the same at every step. */
  readonly wanted: readonly WantedReport[];
  /** Stores the content of a document. Safe to repeat. Returns the number of rows that could be read. */
  take(report: DeliveredReport<Content>): Promise<number>;
}

const progressSchema = z.object({
  /** Report ids by key. */
  asked: z.record(z.string(), z.string()),
  /** Numbers of rows by key. */
  taken: z.record(z.string(), z.int()),
  /** Numbers of failed or damaged reports by key. */
  failures: z.record(z.string(), z.int()),
  suspected: z.record(z.string(), z.int()),
});
type ReportProgress = z.output<typeof progressSchema>;

const nothingYet: ReportProgress = { asked: {}, taken: {}, failures: {}, suspected: {} };

export const readReportProgress = (progress: unknown): ReportProgress =>
  progressSchema.safeParse(progress).data ?? nothingYet;

/** The marketplace has repeatedly failed to deliver a report. */
export class FailedReport extends ExternalError {
  override readonly name = 'FailedReport';
}

/** The parts of the context that a step needs. */
export interface ReportStepContext<Content = string> extends Pick<ObservingContext, 'log'> {
  readonly marketplace: Pick<ObservingContext['marketplace'], 'createReport' | 'getReport'> & {
    downloadReport(access: SellerAccess, documentId: string): Promise<Content>;
  };
}

/** The parts of the work that a step needs. */
export interface ReportWork extends Pick<StepWork, 'key' | 'access' | 'progress'> {
  readonly row: Pick<StepWork['row'], 'failures' | 'confirmedAt'>;
}

/** After this many failures in a row a report is given up until the next pass, whose delay grows each time. */
const mostFailures = 3;

/**
 * Runs one step: requests a report, checks it, or takes a document over. Each document is taken once and each failed
 * report is requested again.
 */
export async function reportStep<Content = string>(
  ctx: ReportStepContext<Content>,
  work: ReportWork,
  pass: ReportPass<Content>,
): Promise<Step> {
  const progress = readReportProgress(work.progress);
  const open = pass.wanted.filter(({ key }) => progress.taken[key] === undefined);
  if (open.length === 0) return { state: 'done', progress };
  const unasked = open.find(({ key }) => progress.asked[key] === undefined);
  if (unasked) {
    const { key, ...request } = unasked;
    const reportId = await ctx.marketplace.createReport(work.access, request);
    const asked = { ...progress.asked, [key]: reportId };
    // Except in a first pass, a report is hardly ever ready within seconds, so checking it right away would waste a
    // call.
    const isUsual = work.row.confirmedAt !== null && open.every((wanted) => asked[wanted.key] !== undefined);
    return { state: isUsual ? 'wait' : 'goOn', progress: { ...progress, asked } };
  }
  for (const { key, reportType } of open) {
    const { status, documentId } = await ctx.marketplace.getReport(work.access, progress.asked[key] ?? '');
    if (status === 'waiting') continue;
    if (status === 'failed') return askAnew(ctx, work, { progress, key, reason: `${reportType} has failed` });
    return takeOver(ctx, work, { pass, progress, key, documentId });
  }
  return { state: 'wait', progress };
}

interface ArrivedReport<Content> {
  readonly pass: ReportPass<Content>;
  readonly progress: ReportProgress;
  readonly key: string;
  readonly documentId: string | null;
}

async function takeOver<Content>(
  ctx: ReportStepContext<Content>,
  work: ReportWork,
  { pass, progress, key, documentId }: ArrivedReport<Content>,
): Promise<Step> {
  try {
    const content = documentId === null ? null : await ctx.marketplace.downloadReport(work.access, documentId);
    const rows = await pass.take({ key, content, suspectedLength: progress.suspected[key] ?? null });
    return { state: 'goOn', progress: { ...progress, taken: { ...progress.taken, [key]: rows } } };
  } catch (error) {
    if (error instanceof DamagedReport) {
      const suspected = { ...progress.suspected, [key]: error.suspectedLength ?? 0 };
      return askAnew(ctx, work, { progress: { ...progress, suspected }, key, reason: error.message });
    }
    if (!isUnreachable(error, work)) throw error;
    return askAnew(ctx, work, { progress, key, reason: error.message });
  }
}

/** A document that could not be fetched this many times in a row is requested again: its address may have expired. */
const mostTries = 3;
const isUnreachable = (error: unknown, { row }: ReportWork): error is ExternalError =>
  error instanceof ExternalError &&
  !(error instanceof OutOfQuota || error instanceof AuthorizationLost || error instanceof OperationRefused) &&
  row.failures >= mostTries;

interface FailedFetch {
  readonly progress: ReportProgress;
  readonly key: string;
  readonly reason: string;
}

function askAnew(ctx: Pick<ReportStepContext, 'log'>, work: ReportWork, { progress, key, reason }: FailedFetch): Step {
  const failures = (progress.failures[key] ?? 0) + 1;
  if (failures >= mostFailures) throw new FailedReport('reports', reason, { isPermanent: true });
  ctx.log.warn({ ...work.key, report: key, reason }, 'a report is asked for anew');
  const { [key]: _useless, ...asked } = progress.asked;
  return { state: 'wait', progress: { ...progress, asked, failures: { ...progress.failures, [key]: failures } } };
}
