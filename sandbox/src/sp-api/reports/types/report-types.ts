import { feePreviewReport } from './fee-preview-report.ts';
import { feedbackReport } from './feedback-report.ts';
import { merchantListingsReport } from './merchant-listings-report.ts';
import { ordersReport } from './orders-report.ts';
import type { ReportType } from './report-type.ts';
import { suppressedReport } from './suppressed-report.ts';

/** The report types that the sandbox supports, by Amazon's names. */
export const reportTypes: Readonly<Record<string, ReportType>> = {
  GET_MERCHANT_LISTINGS_ALL_DATA: merchantListingsReport,
  GET_MERCHANTS_LISTINGS_FYP_REPORT: suppressedReport,
  GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL: ordersReport('created'),
  GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL: ordersReport('updated'),
  GET_SELLER_FEEDBACK_DATA: feedbackReport,
  GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA: feePreviewReport,
};
