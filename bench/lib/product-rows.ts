import type { Client } from 'pg';
import type { RedFlip } from './reconcile.ts';

/** A read-only look at what the product has written, past every tenant's wall. */
export interface ProductRows {
  lastFlipId(): Promise<string>;
  redFlipsAfter(flipId: string): Promise<RedFlip[]>;
  hasFlippedSince(at: Date): Promise<boolean>;
  /** Items that are red. */
  countRed(): Promise<number>;
  /** Mails that are owed. */
  countUnsent(): Promise<number>;
  /** Revisions of one item that were written down more than once. */
  countRepeatedRevisions(): Promise<number>;
  /** ASIN and marketplace of what is watched. */
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
        `select f.product_id as "productId", p.asin, p.marketplace, f.type, f.at, f.about
           from flips f
           join products p using (tenant_id, product_id)
          where f.flip_id > $1 and f.to_status = 2`,
        [flipId],
      );
      return rows;
    },
    hasFlippedSince: async (at) => (await count('flips where at > $1', [at])) > 0,
    countRed: () => count('items i join products p using (tenant_id, product_id) where p.is_tracked and i.status = 2'),
    countUnsent: () => count("deliveries where state <> 'sent'"),
    countRepeatedRevisions: () =>
      count('(select from flips group by tenant_id, item_id, revision having count(*) > 1) as repeated'),
    async watched() {
      const { rows } = await client.query<{ key: string }>(
        "select asin || ' ' || marketplace as key from products where is_tracked",
      );
      return new Set(rows.map((row) => row.key));
    },
  };
}
