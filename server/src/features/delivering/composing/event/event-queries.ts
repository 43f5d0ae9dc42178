import { sql } from 'kysely';
import type { AccountEvent } from '@app/shared/contract/public-api/hooks.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { isHookAlive } from '../living-hook-queries.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';

export interface StoredAccountEvent {
  readonly event: AccountEvent;
  /** The product, unless it was removed. */
  readonly product: {
    readonly productId: string;
    readonly asin: string;
    readonly marketplace: string;
    readonly name: string;
    readonly sellerAccountId: string;
    readonly sellerAccountName: string;
  } | null;
  readonly invoice: {
    readonly number: string;
    /** The amount with tax. */
    readonly amountCents: number;
    readonly from: string;
    readonly to: string;
    readonly url: string | null;
  } | null;
}

/** Returns the event, or `null` if the person of the hook may not know of it any more, or the hook has ended. */
export async function readAccountEvent(
  tx: Tx,
  { tenantId, targetId, kind, subject }: ClaimedMessage,
  now: Date,
): Promise<StoredAccountEvent | null> {
  const { rows } = await sql<StoredAccountEvent>`
    select c.hook_event as event,
           case when p.product_id is not null then json_build_object(
             'productId', p.product_id::text,
             'asin', p.asin,
             'marketplace', p.marketplace,
             'name', coalesce(p.short_name, p.name),
             'sellerAccountId', s.seller_account_id::text,
             'sellerAccountName', coalesce(s.nick_name, s.name)
           ) end as product,
           case when i.invoice_id is not null then json_build_object(
             'number', i.number,
             'amountCents', i.total_cents + i.tax_cents,
             'from', i.from_day,
             'to', i.to_day,
             'url', i.url
           ) end as invoice
      from channels c
      join tenants t
        on t.tenant_id = c.tenant_id
      join email_addresses e
        on e.tenant_id = c.tenant_id
       and e.email_address_id = c.email_address_id
       and e.is_user
       and not (t.requires_two_factor and e.two_factor_since is null)
      left join products p
        on p.tenant_id = ${tenantId}
       and c.hook_event = 'productTracked'
       and p.product_id::text = ${subject}
      left join seller_accounts s
        on s.tenant_id = ${tenantId}
       and s.seller_account_id = p.seller_account_id
      left join invoices i
        on i.tenant_id = ${tenantId}
       and c.hook_event = 'invoicePaid'
       and i.invoice_id::text = ${subject}
     where c.tenant_id = ${tenantId}
       and c.channel_id = ${targetId}
       and c.hook_event = ${kind}
       and ${isHookAlive(tenantId, now)}
       and case c.hook_event
           when 'productTracked' then p.product_id is not null
                                  and s.deleted_at is null
                                  and s.seller_account_id <> all (e.hidden_seller_account_ids)
                                  and (c.hook_seller_account_ids is null
                                    or s.seller_account_id = any (c.hook_seller_account_ids))
           else e.is_primary
           end`.execute(tx);
  return rows[0] ?? null;
}
