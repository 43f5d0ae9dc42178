import * as z from 'zod/mini';
import { invalidInput } from '../../request/error.ts';
import { marketplacesFor } from '../../request/marketplace-access.ts';
import { sellerOperation } from '../../operation.ts';
import { instant } from '../../request/parameters.ts';
import { reportTypes } from '../types/report-types.ts';

export const createReport = sellerOperation({
  operationId: 'createReport',
  method: 'POST',
  path: '/reports/2021-06-30/reports',
  rate: 0.0167,
  burst: 15,
  body: z.strictObject({
    reportType: z.string(),
    marketplaceIds: z.array(z.string()).check(z.minLength(1), z.maxLength(25)),
    dataStartTime: z.optional(instant),
    dataEndTime: z.optional(instant),
    reportOptions: z.optional(z.record(z.string(), z.string())),
  }),
  answer: ({ context, seller, body }) => {
    if (!Object.hasOwn(reportTypes, body.reportType)) throw invalidInput(`Unknown reportType ${body.reportType}`);
    marketplacesFor(seller, body.marketplaceIds);
    const { reportId } = context.reports.create({
      sellerId: seller.sellingPartnerId,
      reportType: body.reportType,
      marketplaceIds: body.marketplaceIds,
      dataStartTime: body.dataStartTime,
      dataEndTime: body.dataEndTime,
    });
    return { status: 202, body: { reportId } };
  },
});
