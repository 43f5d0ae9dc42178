import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answers/answer.ts';
import { definePushType } from '../push-type.ts';

const payload = z.object({
  reportProcessingFinishedNotification: z.object({ sellerId: maybe(z.string()), reportId: z.string() }),
});

/** Makes the sweep due that waits for the report. */
export const reportProcessingFinished = definePushType({
  type: 'REPORT_PROCESSING_FINISHED',
  payload,
  about: ({ reportProcessingFinishedNotification: { sellerId } }) => ({ sellingPartnerId: sellerId }),
  consequence: ({ reportProcessingFinishedNotification: { reportId } }) => ({ outcome: 'report ready', reportId }),
});
