import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answers/answer.ts';
import { definePushType } from '../push-type.ts';

const payload = z.object({
  accountStatusChangeNotification: z.object({
    marketplaceId: maybe(z.string()),
    currentAccountStatus: z.enum(['NORMAL', 'AT_RISK', 'DEACTIVATED']),
  }),
});

/**
 * The status of the seller account has changed; without a marketplace, in all of them. The message names no seller, so
 * the subscription tells it.
 */
export const accountStatusChanged = definePushType({
  type: 'ACCOUNT_STATUS_CHANGED',
  payload,
  about: ({ accountStatusChangeNotification: { marketplaceId } }) => ({ marketplaceId }),
  consequence: ({ accountStatusChangeNotification: { currentAccountStatus } }) => ({
    outcome: 'account status',
    status: currentAccountStatus,
  }),
});
