import type { Client } from 'pg';
import { logIn, resetPassword, signUp } from '@app/shared/contract/auth.ts';
import { addUser, putSettings } from '@app/shared/contract/accounts.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { ownersPassword, signUpBody } from '../http/api.ts';
import type { Browser } from '../http/browser.ts';
import { alertOf, populate, type PopulatedTenant } from '../database/populate.ts';
import { insertSellerAccount } from '../observing/seller-accounts.ts';
import type { House, Login } from './house.ts';

/** A tenant with logged-in users and several seller accounts. */
export interface PlantedTenant {
  readonly tenantId: string;
  readonly owner: Login;
  readonly user: Login;
  /** The ids that a caller can name, one set for each seller account that the user may see. */
  readonly known: readonly [PopulatedTenant, ...PopulatedTenant[]];
  /** The seller account that the user may not see. */
  readonly hidden: PopulatedTenant;
  /** Texts that no other tenant may ever read. */
  readonly secrets: readonly string[];
}

interface Plan {
  readonly marker: string;
  readonly shops: number;
}

export async function plantTenant(house: House, { marker, shops }: Plan): Promise<PlantedTenant> {
  const owner = house.browser();
  const email = `${marker.toLowerCase()}@owners.example`;
  await owner.call(signUp, { body: { ...signUpBody(email), lastName: marker } });
  const [tenantId = ''] = (owner.cookies.get('watchpost_session') ?? '').split('.');
  const built = await withClient(house.database.superuserUrl, async (client) => {
    await client.query('update email_addresses set verified_at = now() where email = $1', [email]);
    const base = await populate(client, { tenantId, marker });
    const others = [];
    for (let shop = 1; shop <= shops; shop += 1) others.push(await plantShop(client, base, `${marker}S${shop}`));
    const hidden = await plantShop(client, base, `${marker}HIDDEN`);
    // The planted flips are the latest of their items, so that these are open problems.
    await client.query(`update items set revision = 1 where tenant_id = $1 and type = 'price'`, [tenantId]);
    return { base, others, hidden };
  });
  const user = await plantUser(house, owner, { marker, hidden: built.hidden });
  return {
    tenantId,
    owner: await loginOf(owner),
    user: await loginOf(user),
    known: [built.base, ...built.others],
    hidden: built.hidden,
    secrets: [marker, tenantId, email],
  };
}

const loginOf = async (browser: Browser): Promise<Login> => ({
  token: await browser.createToken(),
  cookies: new Map(browser.cookies),
});

/**
 * Creates a user through the product itself: invited by mail, with an own password, and without access to one account.
 */
async function plantUser(
  house: House,
  owner: Browser,
  { marker, hidden }: { readonly marker: string; readonly hidden: PopulatedTenant },
): Promise<Browser> {
  const email = `user-${marker.toLowerCase()}@users.example`;
  const name = { firstName: 'Grace', lastName: marker };
  const { emailAddressId } = await owner.call(addUser, { body: { email, ...name } });
  const token = /token=(\S+)/.exec(house.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const user = house.browser();
  await user.call(resetPassword, { body: { newPassword: ownersPassword, passwordResetToken: token } });
  await user.call(logIn, { body: { email, password: ownersPassword } });
  const access = { emailAddressId, sellersAccountAccessOff: hidden.sellerAccountId };
  await owner.call(putSettings, { body: { changedEmailAddresses: [access] } });
  return user;
}

async function plantShop(client: Client, base: PopulatedTenant, marker: string): Promise<PopulatedTenant> {
  const { tenantId } = base;
  const sellerAccountId = await insertSellerAccount(client, { tenantId, name: marker });
  const { rows } = await client.query<{ id: string }>(
    `select p.product_id as id from products p where p.tenant_id = $1 and p.seller_account_id = $2`,
    [tenantId, sellerAccountId],
  );
  const productId = rows[0]?.id ?? '';
  for (const text of shopRows) await client.query(text, [tenantId, marker, sellerAccountId, productId]);
  const alertId = await alertOf(client, { tenantId, productId });
  return { ...base, sellerAccountId, productId, alertId, marker };
}

const given = `with given as (
  select $1::uuid as tenant_id, $2::text as marker, $3::bigint as seller_account_id, $4::bigint as product_id,
         timestamptz '2026-06-15 11:00Z' as at
)`;

/** The rows of a seller account that appear in answers. */
const shopRows = [
  `${given} insert into seller_marketplaces (tenant_id, seller_account_id, marketplace, store_name)
   select g.tenant_id, g.seller_account_id, 'US', g.marker from given g`,
  `${given} insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
   select g.tenant_id, g.seller_account_id, 'US', 'SKU-' || g.marker, g.product_id, true from given g`,
  `${given} insert into default_settings (tenant_id, seller_account_id, brand, type, settings, version)
   select g.tenant_id, g.seller_account_id, g.marker, 'inventory', '{"alertDays": 9}', 1 from given g`,
  `${given} insert into tracking_periods (tenant_id, product_id, tracked_from)
   select g.tenant_id, g.product_id, g.at - interval '9 days' from given g`,
  `${given} insert into sales_days (
     tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at
   )
   select g.tenant_id, g.product_id, g.at::date, 7, 7, 1,
          jsonb_build_object(g.marker, jsonb_build_object('units', 1, 'orders', 1)), false, g.at
     from given g`,
  `${given} insert into rank_days (tenant_id, product_id, day, ranks)
   select g.tenant_id, g.product_id, g.at::date, array_fill(7, array[24]) from given g`,
  `${given} insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
   select g.tenant_id, g.seller_account_id, 'US', 'listing-offers', g.at, g.at from given g`,
  `${given} insert into items (tenant_id, item_id, product_id, type, status, message, changed_at, version)
   select g.tenant_id, t.type || '-' || g.product_id, g.product_id, t.type, 2, 'Told of ' || g.marker, g.at, 1
     from given g, unnest(array['price', 'salesDrop', 'inventory']) as t (type)`,
  `${given} insert into items (tenant_id, item_id, product_id, type, status, settings, version)
   select g.tenant_id, 'keyword-' || g.product_id || '-1', g.product_id, 'keyword', 99,
          jsonb_build_object('keyword', 'Keyword of ' || g.marker, 'absoluteThreshold', 10), 1
     from given g`,
  `${given}, flipped as (
     insert into flips (
       tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, message, evidence
     )
     select g.tenant_id, g.at, 'price-' || g.product_id, 1, g.product_id, 'price', 0, 2, 'RED', g.marker, '[]'
       from given g
     returning tenant_id, at, flip_id
   )
   insert into deliveries (tenant_id, flip_at, flip_id, email_address_id, channel, state, next_attempt_at)
   select f.tenant_id, f.at, f.flip_id, e.email_address_id, 'mail', 'pending', f.at
     from flipped f join email_addresses e on e.tenant_id = f.tenant_id and e.is_primary`,
];

/** Deletes a tenant as if it had never existed. */
export async function withoutTenant(client: Client, tenantId: string): Promise<void> {
  await client.query('delete from tenants where tenant_id = $1', [tenantId]);
  for (const table of ['logins', 'selling_partners', 'token_tenants']) {
    await client.query(`delete from ${table} where tenant_id = $1`, [tenantId]);
  }
}

/** Deletes a seller account as if it had never been connected. */
export async function withoutShop(
  client: Client,
  { tenantId, sellerAccountId, productId }: PopulatedTenant,
): Promise<void> {
  const key = [tenantId, productId];
  await client.query(
    `with gone as (delete from flips where tenant_id = $1 and product_id = $2 returning at, flip_id)
     delete from deliveries d using gone g where d.tenant_id = $1 and d.flip_at = g.at and d.flip_id = g.flip_id`,
    key,
  );
  await client.query('delete from observation_history where tenant_id = $1 and product_id = $2', key);
  const account = [tenantId, sellerAccountId];
  await client.query('delete from selling_partners where tenant_id = $1 and seller_account_id = $2', account);
  await client.query('delete from seller_accounts where tenant_id = $1 and seller_account_id = $2', account);
}
