import { createECDH, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { hashToken, type EncryptionKeys, encryptSecret } from '../../../server/src/lib/secrets.ts';

export interface DeliverySizes {
  readonly tenants: number;
  /** Number of digests, all due at the same minute and spread evenly over the tenants. */
  readonly digests: number;
  /** Number of instant mails; each contains one alert. */
  readonly instantMails: number;
  /** Number of alerts waiting for each webhook and each browser. */
  readonly alertsPerTarget: number;
}

/** Creates tenants with one tracked product each, and with addresses whose digests and alerts are due now. */
export async function seedDeliveries(client: Client, { tenants, digests, instantMails }: DeliverySizes): Promise<void> {
  await client.query(
    `insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
     select gen_random_uuid(), 'Bench ' || n, 'brand', 'bench', now() + interval '30 days', now() - interval '9 days'
       from generate_series(1, $1::int) as n`,
    [tenants],
  );
  await client.query(
    `insert into email_addresses (
       tenant_id, email, is_primary, is_user, verified_at, created_at, time_zone, digest_email_hour
     )
     select t.tenant_id, 'a' || n || '.' || t.tenant_id || '@bench.example', n = 1, true, now(), now() - interval '9 days',
            'UTC', extract(hour from now() at time zone 'UTC')
       from tenants t cross join generate_series(1, $1::int) as n`,
    [Math.ceil(digests / tenants)],
  );
  await client.query(
    `update email_addresses
        set digest_reckoned_by = digest_clock,
            digest_due_at = now(),
            digest_last_day = (now() at time zone 'UTC')::date - 1`,
  );
  await client.query(
    `insert into seller_accounts (
       tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
     )
     select t.tenant_id, 'A' || upper(left(md5(t.tenant_id::text), 12)), 'NA', 'Bench', 'none', '000000', now(), now(), 0
       from tenants t`,
  );
  await client.query(
    `insert into products (
       tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
     )
     select s.tenant_id, s.seller_account_id, 'US', 'B0BENCH001', 'Kettle', true, true, 0, now() from seller_accounts s`,
  );
  await client.query(
    `insert into items (tenant_id, item_id, product_id, type, status, message, changed_at, version)
     select p.tenant_id, t.type || '-' || p.product_id, p.product_id, t.type,
            case t.type when 'imageMissing' then 2 else 0 end, 'The main image is gone', now(), 0
       from products p cross join unnest($1::text[]) as t (type)`,
    [watchdogs.map(({ type }) => type)],
  );
  await insertFlips(client, { perProduct: Math.ceil(instantMails / tenants), where: 'true' });
  await client.query(
    `insert into deliveries (tenant_id, flip_at, flip_id, email_address_id, channel, state, next_attempt_at)
     select f.tenant_id, f.at, f.flip_id, e.email_address_id, 'mail', 'pending', now()
       from (
         select tenant_id, at, flip_id, row_number() over (partition by tenant_id order by flip_id) as n from flips
       ) f
       join (
         select tenant_id, email_address_id, row_number() over (partition by tenant_id order by email_address_id) as n
           from email_addresses
       ) e using (tenant_id, n)
      limit $1`,
    [instantMails],
  );
}

const insertFlips = (
  client: Client,
  { perProduct, where }: { readonly perProduct: number; readonly where: string },
): Promise<unknown> =>
  client.query(
    `insert into flips (
       tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, message, evidence
     )
     select p.tenant_id, date_trunc('milliseconds', now()), 'imageMissing-' || p.product_id, $1::int * 100 + n, p.product_id, 'imageMissing', 0, 2,
            'RED', 'The main image is gone', '[]'
       from products p cross join generate_series(1, $1::int) as n
      where ${where}`,
    [perProduct],
  );

interface Target {
  /** The URL to which alerts are posted. */
  readonly url: string;
  readonly alerts: number;
}

/** Creates another tenant, with a webhook for which alerts are waiting. */
export async function seedWebhook(client: Client, keys: EncryptionKeys, { url, alerts }: Target): Promise<void> {
  const tenantId = await createTenant(client, alerts);
  const { rows } = await client.query<{ id: string }>(
    `insert into channels (tenant_id, kind, name, sealed_address, address_hint, created_at)
     values ($1, 'webhook', 'Bench', '', 'bench', now()) returning channel_id as id`,
    [tenantId],
  );
  const channelId = rows[0]?.id ?? '';
  const place = { tenantId, row: `channels/${channelId}`, purpose: 'address' };
  await client.query('update channels set sealed_address = $2 where channel_id = $1', [
    channelId,
    encryptSecret(keys, place, url),
  ]);
  await client.query(
    `insert into deliveries (tenant_id, flip_at, flip_id, email_address_id, channel, target_id, state, next_attempt_at)
     select f.tenant_id, f.at, f.flip_id, 0, 'webhook', $2, 'pending', now() from flips f where f.tenant_id = $1`,
    [tenantId, channelId],
  );
}

/** Creates another tenant, with a browser for which alerts are waiting. */
export async function seedBrowser(client: Client, keys: EncryptionKeys, { url, alerts }: Target): Promise<void> {
  const tenantId = await createTenant(client, alerts);
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const subscription = {
    endpoint: `${url}/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: curve.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
  const endpointHash = hashToken(subscription.endpoint);
  const place = { tenantId, row: `push_subscriptions/${endpointHash}`, purpose: 'subscription' };
  await client.query(
    `with session as (
       insert into sessions (
         tenant_id, session_hash, email_address_id, keep_me_signed_in, created_at, expires_at, last_seen_at, proved_at
       )
       select e.tenant_id, 'bench', e.email_address_id, true, now(), now() + interval '1 day', now(), now()
         from email_addresses e where e.tenant_id = $1 and e.is_primary
       returning tenant_id, session_hash, email_address_id
     ),
     browser as (
       insert into push_subscriptions (tenant_id, session_hash, email_address_id, endpoint_hash, sealed, created_at)
       select s.tenant_id, s.session_hash, s.email_address_id, $2, $3, now() from session s
       returning tenant_id, email_address_id, push_subscription_id
     )
     insert into deliveries (tenant_id, flip_at, flip_id, email_address_id, channel, target_id, state, next_attempt_at)
     select f.tenant_id, f.at, f.flip_id, b.email_address_id, 'push', b.push_subscription_id, 'pending', now()
       from flips f join browser b on b.tenant_id = f.tenant_id`,
    [tenantId, endpointHash, encryptSecret(keys, place, JSON.stringify(subscription))],
  );
}

/** Creates a tenant with one product and the given number of flips, but no waiting mail. */
async function createTenant(client: Client, alerts: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
     values (gen_random_uuid(), 'Bench', 'brand', 'bench', now() + interval '30 days', now()) returning tenant_id as id`,
  );
  const tenantId = rows[0]?.id ?? '';
  await client.query(
    `with address as (
       insert into email_addresses (tenant_id, email, is_primary, is_user, subscribed_to_daily_digest, created_at)
       values ($1, 'owner@bench.example', true, true, false, now())
     ),
     account as (
       insert into seller_accounts (
         tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
       )
       values ($1, 'A' || upper(left(md5($1::text), 12)), 'NA', 'Bench', 'none', '000000', now(), now(), 0)
       returning seller_account_id
     )
     insert into products (
       tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
     )
     select $1, a.seller_account_id, 'US', 'B0BENCH001', 'Kettle', true, true, 0, now() from account a`,
    [tenantId],
  );
  await insertFlips(client, { perProduct: alerts, where: `p.tenant_id = '${tenantId}'` });
  return tenantId;
}
