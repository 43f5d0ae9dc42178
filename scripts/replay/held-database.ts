import { Client } from 'pg';
import { withClient } from '../database.ts';
import type { EmbeddedDatabase } from '../embedded-database.ts';

/** When a held sweep says that it is due. */
const HELD = '2999-01-01';

/**
 * Whatever the product makes of its schedule, its sweeps wait until they are released one by one: so it is known which
 * body was the answer to which. Discovery and subscribing go on by themselves.
 */
/** Discovery goes its own way, and so do the orders that it waits for. */
const held = `new.source <> 'discovery' and (new.source <> 'order-history' or new.confirmed_at is not null)`;

export const holdSweeps = ({ ownerUrl }: EmbeddedDatabase): Promise<unknown> =>
  withClient(ownerUrl, (client) =>
    client.query(`
      create function hold_sweep() returns trigger language plpgsql as $$
      begin
        if coalesce(current_setting('replay.release', true), '') <> 'on' then
          new.due_at := '${HELD}';
        end if;
        return new;
      end $$;
      create trigger hold_sweep before insert or update of due_at on sweeps
        for each row when (${held}) execute function hold_sweep()`),
  );

export interface Sweep {
  sellingPartnerId: string;
  /** '' for what concerns the whole account. */
  marketplace: string;
  source: string;
}

/** How far one sweep has come. */
export interface SweepState {
  isHeld: boolean;
  finishedAt: number;
  failures: number;
  lastError: string | null;
}

export interface HeldDatabase {
  client: Client;
  release: (sweep: Sweep) => Promise<void>;
  /** As if nobody had read what the seller has sold: the next discovery waits until it is read. */
  forgetSales: (sellingPartnerId: string) => Promise<void>;
  stateOf: (sweep: Sweep) => Promise<SweepState | null>;
  /** Listings that a message has named and that were not asked for yet. */
  waitingRereads: () => Promise<number>;
  /** As if so much time had passed that every quota is whole again. */
  refillQuota: () => Promise<void>;
}

const keyOf = ({ sellingPartnerId, marketplace, source }: Sweep) => [sellingPartnerId, marketplace, source];

/** Reads and releases with the rights of the worker, who sees all tenants. */
export async function openHeldDatabase({ workerUrl }: EmbeddedDatabase): Promise<HeldDatabase> {
  const client = new Client({ connectionString: workerUrl });
  await client.connect();
  const ofSweep = `
    from sweeps s
    join seller_accounts a on a.tenant_id = s.tenant_id and a.seller_account_id = s.seller_account_id
   where a.selling_partner_id = $1 and s.marketplace = $2 and s.source = $3`;
  return {
    client,
    async release(sweep) {
      await client.query('begin');
      await client.query(`select set_config('replay.release', 'on', true)`);
      await client.query(
        `update sweeps u set due_at = now() ${ofSweep}
            and u.tenant_id = s.tenant_id and u.seller_account_id = s.seller_account_id
            and u.marketplace = s.marketplace and u.source = s.source`,
        keyOf(sweep),
      );
      await client.query('commit');
    },
    async forgetSales(sellingPartnerId) {
      await client.query(
        `update sweeps u set confirmed_at = null, pass_started_at = null, due_at = now() ${ofSweep}
            and u.tenant_id = s.tenant_id and u.seller_account_id = s.seller_account_id
            and u.marketplace = s.marketplace and u.source = s.source`,
        keyOf({ sellingPartnerId, marketplace: '', source: 'order-history' }),
      );
    },
    async stateOf(sweep) {
      const { rows } = await client.query<SweepState>(
        `select s.due_at >= '${HELD}' as "isHeld",
                coalesce(extract(epoch from s.finished_at), 0)::float8 as "finishedAt",
                s.failures,
                s.last_error as "lastError" ${ofSweep}`,
        keyOf(sweep),
      );
      return rows[0] ?? null;
    },
    async waitingRereads() {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from pgboss.job where name = 'reread' and state in ('created', 'retry', 'active')`,
      );
      return Number(rows[0]?.count);
    },
    refillQuota: async () => void (await client.query('delete from quota_buckets')),
  };
}
