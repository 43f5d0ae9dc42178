import type { Client } from 'pg';

interface NewSellerAccount {
  readonly tenantId: string;
  readonly name: string;
}

/** Inserts another seller account with one tracked product. Returns its id. */
export async function insertSellerAccount(client: Client, { tenantId, name }: NewSellerAccount): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with account as (
       insert into seller_accounts (
         tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
       )
       values ($1, 'A' || $2, 'NA', $2, 'k1.' || $2, '123456', now(), now(), 1)
       returning tenant_id, seller_account_id, selling_partner_id, region
     ),
     partner as (
       insert into selling_partners (selling_partner_id, region, tenant_id, seller_account_id)
       select s.selling_partner_id, s.region, s.tenant_id, s.seller_account_id from account s
     ),
     product as (
       insert into products (
         tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
       )
       select s.tenant_id, s.seller_account_id, 'US', 'B0' || $2, 'Kettle of ' || $2, true, true, 1, now() from account s
     )
     select s.seller_account_id as id from account s`,
    [tenantId, name],
  );
  return rows[0]?.id ?? '';
}
