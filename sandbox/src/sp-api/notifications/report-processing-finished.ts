import type { StoredReport } from '../reports/reports.ts';

type ToldReport = Pick<StoredReport, 'sellerId' | 'reportId' | 'reportType' | 'documentId'>;

/** The payload of REPORT_PROCESSING_FINISHED. */
export const reportProcessingFinished = (report: ToldReport): unknown => ({
  reportProcessingFinishedNotification: {
    sellerId: report.sellerId,
    accountId: `amzn1.merchant.o.${report.sellerId}`,
    reportId: report.reportId,
    reportType: report.reportType,
    processingStatus: 'DONE',
    reportDocumentId: report.documentId,
  },
});
