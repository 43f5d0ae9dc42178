import type { Client } from 'pg';
import { productSession, type ProductSession } from '../../../scripts/sessions/product-session.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import type { OfferingSeller } from './marketplace.ts';

const email = 'bench@watchpost.test';
const settleWithinMs = 180_000;

/** Number of notification subscriptions per seller account: offers and listing status. */
const subscriptionsPerSeller = 2;

/** Signs up an owner, connects the sellers, and waits until every watchdog has judged every product. */
export async function connectOwner(
  url: string,
  { sellers, client, isPushOn = true }: { sellers: readonly OfferingSeller[]; client: Client; isPushOn?: boolean },
): Promise<ProductSession> {
  const session = productSession(url);
  await session.signUp({ email, password: 'Long-enough-1', firstName: 'B', lastName: 'B', companyName: 'Bench' });
  await client.query('update email_addresses set verified_at = now() where email = $1', [email]);
  for (const seller of sellers) await session.connectSeller(seller);
  await waitUntil('all products of all sellers judged', settleWithinMs, () =>
    isSettled(client, {
      accounts: sellers.length,
      subscriptions: isPushOn ? sellers.length * subscriptionsPerSeller : 0,
    }),
  );
  return session;
}

async function isSettled(client: Client, wanted: { accounts: number; subscriptions: number }): Promise<boolean> {
  const { rows } = await client.query<{ accounts: number; subscriptions: number; unseen: number; unfinished: number }>(
    `select (select count(*) from seller_accounts where setup_completed_at is not null)::int as accounts,
            (select count(*) from subscriptions)::int as subscriptions,
            (select count(*)
               from items i
               join products p using (tenant_id, product_id)
              where p.is_tracked and i.status = 99)::int as unseen,
            (select count(*) from sweeps where confirmed_at is null)::int as unfinished`,
  );
  const [found] = rows;
  if (!found || found.accounts < wanted.accounts || found.subscriptions < wanted.subscriptions) return false;
  return found.unseen === 0 && found.unfinished === 0;
}
