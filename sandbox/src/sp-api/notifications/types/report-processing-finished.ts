import type { Outcome } from '../../reports/outcome.ts';
import type { StoredReport } from '../../reports/reports.ts';

type NotifiedReport = Pick<StoredReport, 'sellerId' | 'reportId' | 'reportType' | 'documentId'>;

/** The payload of REPORT_PROCESSING_FINISHED; only reports with status DONE have a document id. */
export const reportProcessingFinished = (report: NotifiedReport, status: Outcome['status']): unknown => ({
  reportProcessingFinishedNotification: {
    sellerId: report.sellerId,
    accountId: `amzn1.merchant.o.${report.sellerId}`,
    reportId: report.reportId,
    reportType: report.reportType,
    processingStatus: status,
    ...(status === 'DONE' && { reportDocumentId: report.documentId }),
  },
});
