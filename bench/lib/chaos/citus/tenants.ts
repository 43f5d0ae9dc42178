import type { Client, Pool } from 'pg';
import { productSession, type ProductSession } from '../../../../scripts/sessions/product-session.ts';
import { waitUntil } from '../../../../scripts/processes/wait-until.ts';
import type { OfferingSeller } from '../../house/marketplace.ts';
import { pairedKinds } from '../red-pairs.ts';
import type { ClusterHouse } from './cluster-house.ts';

export interface PlacedTenant {
  readonly tenantId: string;
  readonly session: ProductSession;
  readonly seller: OfferingSeller;
  /** The port of the tenant's data node, as the coordinator knows it. */
  readonly node: number;
}

const mostSignUps = 20;
const settleWithinMs = 600_000;

/**
 * Signs up owners until two tenants are on different data nodes, and connects one seller to each of these two tenants.
 */
export async function placeTenants(
  house: ClusterHouse,
  [first, second]: readonly OfferingSeller[],
): Promise<readonly [PlacedTenant, PlacedTenant]> {
  if (!first || !second) throw new Error('The marketplace has no two sellers');
  const near = { ...(await signUp(house, 0)), seller: first };
  for (let number = 1; number <= mostSignUps; number += 1) {
    const far = { ...(await signUp(house, number)), seller: second };
    if (far.node === near.node) continue;
    for (const { session, seller } of [near, far]) await session.connectSeller(seller);
    for (const { tenantId } of [near, far]) {
      await waitUntil('all products judged', settleWithinMs, () => isSettled(house.superuser, tenantId));
    }
    return [near, far];
  }
  throw new Error(`${mostSignUps} tenants lie on one data node: name a cluster with two`);
}

async function signUp(house: ClusterHouse, number: number): Promise<Omit<PlacedTenant, 'seller'>> {
  const session = productSession(house.url);
  const email = `bench${number}@watchpost.test`;
  await session.signUp({ email, password: 'Long-enough-1', firstName: 'B', lastName: 'B', companyName: 'Bench' });
  const { rows } = await house.superuser.query<{ tenantId: string }>(
    'select tenant_id as "tenantId" from logins where email = $1',
    [email],
  );
  const tenantId = rows[0]?.tenantId ?? '';
  await house.superuser.query('update email_addresses set verified_at = now() where tenant_id = $1', [tenantId]);
  return { tenantId, session, node: await nodeOf(house.superuser, tenantId) };
}

export async function nodeOf(client: Pool, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ port: number }>(
    `select n.nodeport as port
       from pg_dist_placement p
       join pg_dist_node n using (groupid)
      where p.shardid = get_shard_id_for_distribution_column('tenants', $1::uuid)`,
    [tenantId],
  );
  return rows[0]?.port ?? 0;
}

const subscriptionsPerSeller = 2;

async function isSettled(client: Pick<Client, 'query'> | Pool, tenantId: string): Promise<boolean> {
  const { rows } = await client.query<{ isSettled: boolean }>(
    `select exists (select from seller_accounts where tenant_id = $1 and setup_completed_at is not null)
            and (select count(*) from subscriptions where tenant_id = $1) >= $2
            and not exists (select from items i
                              join products p on p.tenant_id = $1 and p.product_id = i.product_id
                             where i.tenant_id = $1 and p.is_tracked and i.status = 99)
            and not exists (select from sweeps where tenant_id = $1 and confirmed_at is null) as "isSettled"`,
    [tenantId, subscriptionsPerSeller],
  );
  return rows[0]?.isSettled ?? false;
}

/** Returns whether the work of one tenant is done: `red` items are red, and every delivery is sent. */
export async function isDoneFor(client: Pool, tenantId: string, red: number): Promise<boolean> {
  const { rows } = await client.query<{ red: number; unsent: number }>(
    `select (select count(*) from items i
               join products p on p.tenant_id = $1 and p.product_id = i.product_id
              where i.tenant_id = $1 and p.is_tracked and i.status = 2 and i.type = any ($2))::int as red,
            (select count(*) from deliveries d
               join flips f on f.tenant_id = $1 and f.at = d.flip_at and f.flip_id = d.flip_id
               left join items i on i.tenant_id = $1 and i.item_id = f.item_id
              where d.tenant_id = $1 and d.state not in ('sent', 'dropped')
                and not (d.state = 'held' and i.calm_until is not null)
                and not (d.state = 'pending' and d.message_id is null and f.to_status = 0
                         and d.next_attempt_at > now() + interval '10 seconds'))::int as unsent`,
    [tenantId, pairedKinds],
  );
  return rows[0]?.red === red && rows[0].unsent === 0;
}
