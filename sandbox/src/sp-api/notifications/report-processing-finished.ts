import type { StoredReport } from '../reports/reports.ts';

/** The payload of REPORT_PROCESSING_FINISHED. */
export const reportProcessingFinished = (report: StoredReport): unknown => ({
  reportProcessingFinishedNotification: {
    sellerId: report.sellerId,
    accountId: `amzn1.merchant.o.${report.sellerId}`,
    reportId: report.reportId,
    reportType: report.reportType,
    processingStatus: 'DONE',
    reportDocumentId: report.documentId,
  },
});
