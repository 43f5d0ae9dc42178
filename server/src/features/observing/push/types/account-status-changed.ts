import * as z from 'zod/mini';
import { maybe } from '../../../../external/marketplace/answer.ts';
import { definePushType } from '../push-type.ts';

const payload = z.object({
  accountStatusChangeNotification: z.object({
    marketplaceId: maybe(z.string()),
    currentAccountStatus: z.enum(['NORMAL', 'AT_RISK', 'DEACTIVATED']),
  }),
});

/** The marketplace thinks otherwise of the seller; without a marketplace, everywhere. The subscription says whom it means. */
export const accountStatusChanged = definePushType({
  type: 'ACCOUNT_STATUS_CHANGED',
  payload,
  about: ({ accountStatusChangeNotification: { marketplaceId } }) => ({ marketplaceId }),
  consequence: ({ accountStatusChangeNotification: { currentAccountStatus } }) => ({
    outcome: 'account status',
    status: currentAccountStatus,
  }),
});
