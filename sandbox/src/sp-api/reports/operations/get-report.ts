import type { EndpointContext } from '../../endpoint-context.ts';
import { notFound } from '../../request/error.ts';
import { sellerOperation } from '../../operation.ts';
import { nonEmpty } from '../../request/parameters.ts';
import type { StoredReport } from '../stored-report.ts';

export const getReport = sellerOperation({
  operationId: 'getReport',
  method: 'GET',
  path: '/reports/2021-06-30/reports/{reportId}',
  rate: 2,
  burst: 15,
  params: { reportId: nonEmpty },
  answer: ({ context, seller, params }) => {
    const report = context.reports.findReport(params.reportId);
    if (report?.sellerId !== seller.sellingPartnerId) {
      throw notFound('One or more of the provided ReportRequestIds could not be found.');
    }
    return { status: 200, body: present(report, context) };
  },
});

function present(report: StoredReport, context: EndpointContext): unknown {
  const now = context.world.clock.now();
  const isStarted = now >= report.startedAt;
  const status = statusOf(report, context, now);
  const isOver = status !== 'IN_QUEUE' && status !== 'IN_PROGRESS';
  return {
    reportId: report.reportId,
    reportType: report.reportType,
    marketplaceIds: report.marketplaceIds,
    dataStartTime: (report.dataStartTime ?? report.createdAt).toISOString(),
    dataEndTime: (report.dataEndTime ?? report.createdAt).toISOString(),
    createdTime: report.createdAt.toISOString(),
    processingStatus: status,
    ...(isStarted && { processingStartTime: report.startedAt.toISOString() }),
    ...(isOver && { processingEndTime: report.doneAt.toISOString() }),
    ...(status === 'DONE' && { reportDocumentId: report.documentId }),
  };
}

function statusOf(report: StoredReport, context: EndpointContext, now: Date): string {
  if (now < report.startedAt) return 'IN_QUEUE';
  if (now < report.doneAt) return 'IN_PROGRESS';
  // With a replay the document is a captured one, so the report always succeeds.
  return context.replay ? 'DONE' : context.reports.outcomeOf(context.world, report).status;
}
