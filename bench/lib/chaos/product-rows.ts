import type { Client } from 'pg';
import type { RedFlip } from './reconcile.ts';
import { pairedKinds } from './red-pairs.ts';

export interface SentMessage {
  readonly id: string;
  readonly isAfter: boolean;
}

/**
 * The deliveries that wait or were given up. Three kinds of deliveries are left out: a dropped one, because its change
 * is not worth a message; a held one, because its item is unstable; and the end of a problem that waits at least ten
 * more seconds for the next message, so that it is not sent while the messages are compared.
 */
const unsentDeliveries = `deliveries d
    join flips f on f.tenant_id = d.tenant_id and f.at = d.flip_at and f.flip_id = d.flip_id
    left join items i on i.tenant_id = f.tenant_id and i.item_id = f.item_id
   where d.state not in ('sent', 'dropped')
     and not (d.state = 'held' and i.calm_until is not null)
     and not (d.state = 'pending' and d.message_id is null and f.to_status = 0
              and d.next_attempt_at > now() + interval '10 seconds')`;

/** Read-only queries on the product's tables that bypass row-level security. */
export interface ProductRows {
  lastFlipId(): Promise<string>;
  redFlipsAfter(flipId: string): Promise<RedFlip[]>;
  hasFlippedSince(at: Date): Promise<boolean>;
  /** Number of red items of the kinds that the events turn red. */
  countRed(): Promise<number>;
  /** Number of deliveries that wait or were given up. */
  countUnsent(): Promise<number>;
  /** The deliveries that wait or were given up, as "number channel state: reason". */
  unsent(): Promise<string[]>;
  /** Number of item revisions with more than one flip. */
  countRepeatedRevisions(): Promise<number>;
  /**
   * The messages that a channel has sent, in the order in which they were made up. `isAfter` means that the message
   * contains a flip after `flipId`.
   */
  sentMessages(channel: string, flipId: string): Promise<SentMessage[]>;
  /** Units by order id. */
  orders(): Promise<ReadonlyMap<string, number>>;
  /** Number of product days whose sales differ from the sum of their orders. */
  countMiscounted(): Promise<number>;
  /** The watched products as "ASIN marketplace". */
  watched(): Promise<ReadonlySet<string>>;
}

export function productRows(client: Client): ProductRows {
  const count = async (text: string, values: readonly unknown[] = []): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${text}`, [...values]);
    return rows[0]?.count ?? 0;
  };
  return {
    async lastFlipId() {
      const { rows } = await client.query<{ id: string }>('select coalesce(max(flip_id), 0) as id from flips');
      return rows[0]?.id ?? '0';
    },
    async redFlipsAfter(flipId) {
      const { rows } = await client.query<RedFlip>(
        `select f.product_id as "productId", p.asin, p.marketplace, f.type, f.at, f.about,
                exists (
                  select from deliveries d
                    left join items i on i.tenant_id = d.tenant_id and i.item_id = f.item_id
                   where d.tenant_id = f.tenant_id and d.flip_at = f.at and d.flip_id = f.flip_id
                     and d.channel = 'mail'
                     and (d.state = 'dropped' or d.state = 'held' and i.calm_until is not null)
                ) as "isNotOwed"
           from flips f
           join products p using (tenant_id, product_id)
          where f.flip_id > $1 and f.to_status = 2 and f.type = any ($2)`,
        [flipId, pairedKinds],
      );
      return rows;
    },
    hasFlippedSince: async (at) => (await count('flips where at > $1', [at])) > 0,
    countRed: () =>
      count(
        `items i join products p using (tenant_id, product_id)
          where p.is_tracked and i.status = 2 and i.type = any ($1)`,
        [pairedKinds],
      ),
    countUnsent: () => count(unsentDeliveries),
    async unsent() {
      const { rows } = await client.query<{ line: string }>(
        `select concat(count(*), ' ', d.channel, ' ', d.state, ': ', d.last_error) as line
           from ${unsentDeliveries}
          group by d.channel, d.state, d.last_error`,
      );
      return rows.map(({ line }) => line);
    },
    countRepeatedRevisions: () =>
      count('(select from flips group by tenant_id, item_id, revision having count(*) > 1) as repeated'),
    async sentMessages(channel, flipId) {
      const { rows } = await client.query<SentMessage>(
        `select d.message_id as id, max(d.flip_id) > $2 as "isAfter"
           from deliveries d
           join messages m using (tenant_id, message_id)
          where d.channel = $1 and d.state = 'sent'
          group by d.message_id, m.message_no
          order by m.message_no`,
        [channel, flipId],
      );
      return rows;
    },
    async orders() {
      const { rows } = await client.query<{ id: string; units: number }>(
        'select order_id as id, sum(units)::int as units from order_products group by order_id',
      );
      return new Map(rows.map(({ id, units }) => [id, units]));
    },
    countMiscounted: () =>
      count(
        `(select tenant_id, product_id, day, sum(units) as units, count(*) as orders
            from order_products where units > 0 and day >= current_date - 1 group by 1, 2, 3) as ordered
           full join (select tenant_id, product_id, day, units, orders
                        from sales_days where units > 0 and day >= current_date - 1) as sold
          using (tenant_id, product_id, day)
          where ordered.units is distinct from sold.units or ordered.orders is distinct from sold.orders`,
      ),
    async watched() {
      const { rows } = await client.query<{ key: string }>(
        "select asin || ' ' || marketplace as key from products where is_tracked",
      );
      return new Set(rows.map((row) => row.key));
    },
  };
}
