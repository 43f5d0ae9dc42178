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
 * The status of the seller account has changed, in all marketplaces if the message names none. The message names no
 * seller either: the seller is the one of its subscription.
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
