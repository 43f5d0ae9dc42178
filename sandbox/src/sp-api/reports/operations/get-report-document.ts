import * as z from 'zod/mini';
import { documentUrl } from '../document-url.ts';
import { notFound } from '../../request/error.ts';
import { sellerOperation } from '../../operation.ts';
import { nonEmpty } from '../../request/parameters.ts';

export const getReportDocument = sellerOperation({
  operationId: 'getReportDocument',
  method: 'GET',
  path: '/reports/2021-06-30/documents/{reportDocumentId}',
  rate: 0.0167,
  burst: 15,
  params: { reportDocumentId: nonEmpty },
  query: { enableContentEncodingUrlHeader: z.optional(z.enum(['true', 'false'])) },
  answer: ({ context, seller, params, query }) => {
    const report = context.reports.findByDocument(params.reportDocumentId);
    const now = context.world.clock.now();
    if (report?.sellerId !== seller.sellingPartnerId || now < report.doneAt) {
      throw notFound('The requested document could not be found.');
    }
    const isWritten = context.replay ?? context.reports.outcomeOf(context.world, report).status === 'DONE';
    if (!isWritten) throw notFound('The requested document could not be found.');
    const asGzip = report.isGzipped && query.enableContentEncodingUrlHeader === 'true';
    return {
      status: 200,
      body: {
        reportDocumentId: report.documentId,
        url: documentUrl(context.url(), report.documentId, { now, asGzip }),
        ...(report.isGzipped && { compressionAlgorithm: 'GZIP' }),
      },
    };
  },
});
