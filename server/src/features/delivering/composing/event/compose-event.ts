import type { Context } from '../../../../context.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';
import { linkTo } from '../../transports/channel-news.ts';
import { readAccountEvent, type StoredAccountEvent } from './event-queries.ts';

/**
 * Returns the body by which a hook is called for an event of the account, as docs/webhooks.md documents it; `null` if
 * nobody may be called for it any more.
 */
export async function composeAccountEvent(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  message: ClaimedMessage,
): Promise<string | null> {
  const { tenantId, messageId, createdAt } = message;
  const found = await db.tenant(tenantId, (tx) => readAccountEvent(tx, message, clock.now()));
  if (!found) return null;
  const { event } = found;
  const details = detailsOf(found, message, config.publicUrl);
  return JSON.stringify({ id: messageId, at: createdAt.toISOString(), event, ...details });
}

function detailsOf({ product, invoice }: StoredAccountEvent, message: ClaimedMessage, publicUrl: string): object {
  if (product) {
    const { sellerAccountId: sellerId, sellerAccountName: name, ...fields } = product;
    return { product: { ...fields, url: linkTo(product, publicUrl) }, sellerAccount: { sellerId, name } };
  }
  if (invoice) {
    const { amountCents, ...fields } = invoice;
    return { invoice: { ...fields, amount: amountCents / 100, currency: 'USD' } };
  }
  const { subject: name, reason } = message;
  return { connection: { name, reason, url: `${publicUrl}/settings#connections` } };
}
