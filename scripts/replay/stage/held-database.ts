import { Client } from 'pg';
import { withClient } from '../../postgres/database.ts';
import type { EmbeddedDatabase } from '../../postgres/embedded-database.ts';

/** The due time of a held sweep. */
const HELD = '2999-01-01';

/**
 * The condition of a trigger that holds sweeps back until they are released one by one, whatever due time the product
 * writes, so that it is known which body answered which sweep. Discovery is not held, nor is the first reading of past
 * orders, for which discovery waits.
 */
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
  /** The marketplace; empty for sweeps of the whole account. */
  marketplace: string;
  source: string;
}

/** The progress of one sweep. */
interface SweepState {
  isHeld: boolean;
  finishedAt: number;
  failures: number;
  lastError: string | null;
}

export interface HeldDatabase {
  client: Client;
  release: (sweep: Sweep) => Promise<void>;
  /** Resets the reading of past orders, so that the next discovery waits for it again. */
  forgetSales: (sellingPartnerId: string) => Promise<void>;
  stateOf: (sweep: Sweep) => Promise<SweepState | null>;
  /** Number of listings named in messages that have not been requested yet. */
  waitingRereads: () => Promise<number>;
  /** Drops the listings that are to be requested again, because the answer to a body did not tell them. */
  dropRepeatedRereads: () => Promise<void>;
  /** Fills all quota buckets. */
  refillQuota: () => Promise<void>;
}

const isRepeated = "(data -> 'payload') ? 'failures'";

const keyOf = ({ sellingPartnerId, marketplace, source }: Sweep) => [sellingPartnerId, marketplace, source];

/** Opens a connection with the worker's role, which sees all tenants. */
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
        `select count(*) from pgboss.job
          where name = 'reread' and state in ('created', 'retry', 'active') and not ${isRepeated}`,
      );
      return Number(rows[0]?.count);
    },
    dropRepeatedRereads: async () =>
      void (await client.query(`delete from pgboss.job where name = 'reread' and state = 'created' and ${isRepeated}`)),
    refillQuota: async () => void (await client.query('delete from quota_buckets')),
  };
}
