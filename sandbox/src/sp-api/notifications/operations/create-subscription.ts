import * as z from 'zod/mini';
import { invalidInput, unauthorized } from '../../request/error.ts';
import { marketplacesFor } from '../../request/marketplace-access.ts';
import { isOfKind } from '../destinations.ts';
import { aggregationMsOf, eventFilter, marketplaceIdsOf, wantsOrderStatus } from '../event-filter.ts';
import { notificationKinds, notificationType } from '../notification-type.ts';
import { sellerOperation } from '../../operation.ts';
import { nonEmpty } from '../../request/parameters.ts';
import { presentSubscription } from '../subscriptions.ts';
import type { Seller } from '../../../world/model/seller.ts';

export const createSubscription = sellerOperation({
  operationId: 'createSubscription',
  method: 'POST',
  path: '/notifications/v1/subscriptions/{notificationType}',
  rate: 1,
  burst: 5,
  params: { notificationType },
  body: z.strictObject({
    payloadVersion: nonEmpty,
    destinationId: nonEmpty,
    processingDirective: z.optional(z.strictObject({ eventFilter: z.optional(eventFilter) })),
  }),
  answer: ({ context, seller, params, body }) => {
    const type = params.notificationType;
    const { payloadVersion, needsBrand, goesTo } = notificationKinds[type];
    if (needsBrand && !ownsBrand(seller)) throw unauthorized('The seller owns no brand in this marketplace');
    if (body.payloadVersion !== payloadVersion)
      throw invalidInput(`payloadVersion of ${type} must be ${payloadVersion}`);
    const filter = body.processingDirective?.eventFilter;
    if (filter && filter.eventFilterType !== type) throw invalidInput('This type does not take this eventFilter');
    const destination = context.destinations.find(body.destinationId);
    if (!destination) throw invalidInput('destinationId does not exist');
    if (!isOfKind(destination, goesTo)) throw invalidInput(`${type} is not sent to this kind of destination`);
    const marketplaceIds = marketplaceIdsOf(filter);
    if (marketplaceIds) marketplacesFor(seller, marketplaceIds);
    const subscription = context.subscriptions.create({
      sellerId: seller.sellingPartnerId,
      type,
      payloadVersion,
      destinationId: body.destinationId,
      processingDirective: body.processingDirective,
      marketplaceIds,
      wantsOrderStatus: wantsOrderStatus(filter),
      aggregationMs: aggregationMsOf(filter),
    });
    return { status: 200, body: { payload: presentSubscription(subscription) } };
  },
});

/** Fennimoor has no registered brand, so that clients meet a seller to whom brand notifications are refused. */
const withoutBrand = new Set(['A1FM00R7V6LQ2E']);

const ownsBrand = ({ sellingPartnerId }: Seller): boolean => !withoutBrand.has(sellingPartnerId);
