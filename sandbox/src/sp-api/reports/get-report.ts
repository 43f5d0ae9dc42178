import { notFound } from '../error.ts';
import { sellerOperation } from '../operation.ts';
import { nonEmpty } from '../parameters.ts';
import type { StoredReport } from './reports.ts';

export const getReport = sellerOperation({
  operationId: 'getReport',
  method: 'GET',
  path: '/reports/2021-06-30/reports/{reportId}',
  rate: 2,
  burst: 15,
  params: { reportId: nonEmpty },
  answer: ({ desk, seller, params }) => {
    const report = desk.reports.findReport(params.reportId);
    if (report?.sellerId !== seller.sellingPartnerId) {
      throw notFound('One or more of the provided ReportRequestIds could not be found.');
    }
    return { status: 200, body: present(report, desk.world.clock.now()) };
  },
});

function present(report: StoredReport, now: Date): unknown {
  const isStarted = now >= report.startedAt;
  const isDone = now >= report.doneAt;
  return {
    reportId: report.reportId,
    reportType: report.reportType,
    marketplaceIds: report.marketplaceIds,
    dataStartTime: (report.dataStartTime ?? report.createdAt).toISOString(),
    dataEndTime: (report.dataEndTime ?? report.createdAt).toISOString(),
    createdTime: report.createdAt.toISOString(),
    processingStatus: isDone ? 'DONE' : isStarted ? 'IN_PROGRESS' : 'IN_QUEUE',
    ...(isStarted && { processingStartTime: report.startedAt.toISOString() }),
    ...(isDone && { processingEndTime: report.doneAt.toISOString(), reportDocumentId: report.documentId }),
  };
}
