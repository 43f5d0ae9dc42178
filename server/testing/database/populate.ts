import type { Client } from 'pg';

/** The ids and texts of a tenant that a test searches for. Every text is unique to the tenant. */
export interface PopulatedTenant {
  readonly tenantId: string;
  readonly sellerAccountId: string;
  readonly productId: string;
  /** The owner's address. */
  readonly emailAddressId: string;
  /** The address of another user. */
  readonly userAddressId: string;
  /** The owner's passkey. */
  readonly passkeyId: string;
  readonly channelId: string;
  readonly authorizationId: string;
  /** The authorisation that the owner gave a program. */
  readonly ownAuthorizationId: string;
  readonly alertId: string;
  /** A hook of the owner. */
  readonly hookId: string;
  /** A token of the owner. */
  readonly accessTokenId: string;
  readonly marker: string;
}

interface TenantToPopulate {
  readonly tenantId: string;
  /** Part of every written text. Upper-case letters and digits. */
  readonly marker: string;
}

/** Writes at least one row into every tenant table. The tenant and its owner must exist. */
export async function populate(client: Client, { tenantId, marker }: TenantToPopulate): Promise<PopulatedTenant> {
  const idOf = async (text: string, values: readonly unknown[]): Promise<string> =>
    (await client.query<{ id: string }>(text, [tenantId, marker, ...values])).rows[0]?.id ?? '';
  const sellerAccountId = await idOf(
    `insert into seller_accounts (
       tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
     )
     values ($1, 'A' || $2, 'NA', 'Shop ' || $2, 'k1.' || $2, $2, now(), now(), 1)
     returning seller_account_id as id`,
    [],
  );
  const productId = await idOf(
    `insert into products (
       tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
     )
     values ($1, $3, 'US', 'B0' || $2, 'Kettle ' || $2, true, true, 1, now())
     returning product_id as id`,
    [sellerAccountId],
  );
  const channelId = await idOf(
    `insert into channels (tenant_id, kind, name, sealed_address, sealed_secret, address_hint, created_at)
     values ($1, 'webhook', 'Channel ' || $2, 'k1.' || $2, 'k1.' || $2, $2, now())
     returning channel_id as id`,
    [],
  );
  const userAddressId = await idOf(
    `insert into email_addresses (tenant_id, email, last_name, is_primary, is_user, verified_at, created_at)
     values ($1, lower($2) || '@users.example', $2, false, true, now(), now())
     returning email_address_id as id`,
    [],
  );
  await client.query(`update tenants set company_name = 'Company ' || $2, world_version = 1 where tenant_id = $1`, [
    tenantId,
    marker,
  ]);
  for (const rows of otherRows) {
    // Every statement names all four parameters, so that all statements take the same values.
    await client.query(rows, [tenantId, marker, sellerAccountId, productId]);
  }
  const emailAddressId = await idOf(
    `select e.email_address_id as id from email_addresses e where e.tenant_id = $1 and e.is_primary and $2 <> ''`,
    [],
  );
  const passkeyId = await idOf(
    `select p.passkey_id as id from passkeys p where p.tenant_id = $1 and p.name = 'Key of ' || $2`,
    [],
  );
  const authorizationId = await idOf(
    `select i.integration_authorization_id as id
       from integration_authorizations i where i.tenant_id = $1 and i.name = $2`,
    [],
  );
  const ownAuthorizationId = await idOf(
    `select i.integration_authorization_id as id
       from integration_authorizations i where i.tenant_id = $1 and i.name = 'Program of ' || $2`,
    [],
  );
  const hookId = await idOf(
    `insert into channels (
       tenant_id, kind, name, sealed_address, address_hint, created_at, hook_event, email_address_id
     )
     select e.tenant_id, 'webhook', 'Hook at ' || $2, 'k1.' || $2, $2, now(), 'alertHealed', e.email_address_id
       from email_addresses e where e.tenant_id = $1 and e.is_primary
     returning channel_id as id`,
    [],
  );
  const alertId = await alertOf(client, { tenantId, productId });
  const accessTokenId = await idOf(
    `select a.access_token_id as id from access_tokens a where a.tenant_id = $1 and a.name = 'Token of ' || $2`,
    [],
  );
  return {
    tenantId,
    sellerAccountId,
    productId,
    emailAddressId,
    userAddressId,
    passkeyId,
    authorizationId,
    ownAuthorizationId,
    accessTokenId,
    alertId,
    hookId,
    channelId,
    marker,
  };
}

/** The id by which programs ask for the latest flip of a product. */
export async function alertOf(
  client: Client,
  { tenantId, productId }: { readonly tenantId: string; readonly productId: string },
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select (extract(epoch from f.at) * 1000)::bigint || '-' || f.flip_id as id
       from flips f where f.tenant_id = $1 and f.product_id = $2 order by f.at desc limit 1`,
    [tenantId, productId],
  );
  return rows[0]?.id ?? '';
}

const given = `with given as (
  select $1::uuid as tenant_id, $2::text as marker, $3::bigint as seller_account_id, $4::bigint as product_id,
         timestamptz '2026-06-15 12:00Z' as at
)`;

const otherRows = [
  `${given} insert into sessions (
     tenant_id, session_hash, email_address_id, keep_me_signed_in, browser, created_at, last_seen_at, proved_at, expires_at
   )
   select g.tenant_id, 'session-of-' || g.marker, e.email_address_id, true, g.marker, g.at, g.at, g.at,
          g.at + interval '30 days'
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into push_subscriptions (
     tenant_id, session_hash, email_address_id, endpoint_hash, sealed, created_at
   )
   select s.tenant_id, s.session_hash, s.email_address_id, g.marker, 'k1.' || g.marker, g.at
     from given g join sessions s on s.tenant_id = g.tenant_id and s.session_hash = 'session-of-' || g.marker`,
  `${given} insert into seller_marketplaces (tenant_id, seller_account_id, marketplace, store_name)
   select g.tenant_id, g.seller_account_id, 'US', g.marker from given g`,
  `${given} insert into selling_partners (selling_partner_id, region, tenant_id, seller_account_id)
   select 'A' || g.marker, 'NA', g.tenant_id, g.seller_account_id from given g`,
  `${given} insert into authorization_requests (
     tenant_id, state_hash, email_address_id, region, return_path, account_name, expires_at
   )
   select g.tenant_id, g.marker, e.email_address_id, 'NA', '/connect', g.marker, g.at + interval '10 minutes'
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into connection_requests (
     tenant_id, state_hash, email_address_id, session_hash, service, subject, return_path, sealed_verifier, expires_at
   )
   select g.tenant_id, g.marker, e.email_address_id, g.marker, 'googleSheets', '', '/settings', 'k1.' || g.marker,
          g.at + interval '10 minutes'
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given}, connected as (
     insert into connections (
       tenant_id, service, subject, title, label, state, since, refresh_token, access_token, access_expires_at
     )
     select g.tenant_id, 'googleSheets', '', 'Sheets of ' || g.marker, g.marker, 'connected', g.at, 'k1.' || g.marker,
            'k1.' || g.marker, g.at
       from given g
     returning tenant_id, connection_id
   )
   insert into google_sheets (tenant_id, connection_id, google_id, spreadsheet_id, spreadsheet_url)
   select c.tenant_id, c.connection_id, g.marker, g.marker, 'https://docs.google.com/' || g.marker
     from connected c, given g`,
  `${given} insert into connections (tenant_id, service, subject, title, label, state, since)
   select g.tenant_id, 'advertising', g.seller_account_id::text, 'Advertising of ' || g.marker, g.marker, 'connected',
          g.at
     from given g`,
  `${given} insert into email_verifications (tenant_id, email_address_id, token_hash, email, sent_at, expires_at)
   select g.tenant_id, e.email_address_id, g.marker, e.email, g.at - interval '1 minute', g.at + interval '2 days'
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary
   -- The sign-up has already sent one, and another one may be sent only after a while.
   on conflict (tenant_id, email_address_id) do update
      set token_hash = excluded.token_hash, sent_at = excluded.sent_at`,
  `${given} insert into password_links (
     tenant_id, email_address_id, purpose, token_hash, email, sent_at, expires_at
   )
   select g.tenant_id, e.email_address_id, 'reset', g.marker, e.email, g.at, g.at + interval '1 hour'
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into authenticator_apps (tenant_id, email_address_id, secret, last_step, created_at)
   select g.tenant_id, e.email_address_id, 'k1.' || g.marker, 1, g.at
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into passkeys (
     tenant_id, email_address_id, credential_id, public_key, counter, transports, name, created_at
   )
   select g.tenant_id, e.email_address_id, 'passkey-of-' || g.marker, '\\x00', 0, '{}', 'Key of ' || g.marker, g.at
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into recovery_codes (tenant_id, email_address_id, code_hash)
   select g.tenant_id, e.email_address_id, g.marker
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into pending_logins (
     tenant_id, token_hash, email_address_id, keep_me_signed_in, passkey_challenge, expires_at
   )
   select g.tenant_id, g.marker, e.email_address_id, true, g.marker, g.at + interval '5 minutes'
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into messages (
     tenant_id, message_id, transport, purpose, email_address_id, recipient, kind, subject, reason, state, created_at,
     due_at
   )
   select g.tenant_id, g.marker, 'mail', 'notice', e.email_address_id, g.marker, 'addressStopped', g.marker, g.marker,
          'sent', g.at, g.at
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into messages (
     tenant_id, message_id, transport, purpose, email_address_id, recipient, local_day, state, created_at, due_at, sent_at
   )
   select g.tenant_id, '<' || g.marker || '>', 'mail', 'digest', e.email_address_id, g.marker, g.at::date, 'sent', g.at,
          g.at, g.at
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into integration_authorizations (tenant_id, name, authorized_at)
   select g.tenant_id, g.marker, g.at from given g`,
  `${given} insert into integration_authorizations (tenant_id, name, authorized_at, email_address_id)
   select g.tenant_id, 'Program of ' || g.marker, g.at, e.email_address_id
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into access_tokens (
     tenant_id, email_address_id, token_hash, name, scopes, created_at, expires_at
   )
   select g.tenant_id, e.email_address_id, g.marker, 'Token of ' || g.marker, '{catalogue:read}', g.at,
          g.at + interval '90 days'
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into oauth_codes (
     tenant_id, code_hash, email_address_id, client_id, client_name, redirect_uri, code_challenge, scopes, resource,
     expires_at
   )
   select g.tenant_id, g.marker, e.email_address_id, g.marker, g.marker, 'https://' || g.marker, g.marker,
          '{catalogue:read}', 'http://watchpost.test', g.at
     from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary`,
  `${given} insert into oauth_refresh_tokens (tenant_id, token_hash, integration_authorization_id, expires_at)
   select i.tenant_id, g.marker, i.integration_authorization_id, g.at
     from given g join integration_authorizations i on i.tenant_id = g.tenant_id and i.name = g.marker`,
  `${given} insert into token_calls (tenant_id, access_token_id, window_from, calls)
   select a.tenant_id, a.access_token_id, g.at, 1 from given g join access_tokens a on a.tenant_id = g.tenant_id
    where a.token_hash = g.marker`,
  `${given} insert into idempotent_answers (
     tenant_id, access_token_id, idempotency_key, request_hash, answer, answered_at
   )
   select a.tenant_id, a.access_token_id, g.marker, g.marker, to_jsonb(g.marker), g.at
     from given g join access_tokens a on a.tenant_id = g.tenant_id
    where a.token_hash = g.marker`,
  `${given} insert into audit_events (tenant_id, at, actor, action, subject, details)
   select g.tenant_id, g.at, g.marker, 'address added', g.marker, jsonb_build_object('to', g.marker) from given g`,
  `${given} insert into tracking_periods (tenant_id, product_id, tracked_from)
   select g.tenant_id, g.product_id, g.at from given g`,
  `${given} insert into ended_tracking (
     tenant_id, product_id, tracked_from, tracked_to, seller_name, marketplace, asin
   )
   select g.tenant_id, g.product_id, g.at - interval '9 days', g.at, g.marker, 'US', 'B0GONE0001' from given g`,
  `${given} insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
   select g.tenant_id, g.seller_account_id, 'US', 'SKU-' || g.marker, g.product_id, true from given g`,
  `${given} insert into observations (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
   select g.tenant_id, g.product_id, 'catalog', '', jsonb_build_object('title', g.marker), g.marker, g.at from given g`,
  `${given} insert into observation_history (tenant_id, observed_at, product_id, aspect, sku, facts)
   select g.tenant_id, g.at, g.product_id, 'catalog', '', jsonb_build_object('title', g.marker) from given g`,
  `${given} insert into rank_days (tenant_id, product_id, day, ranks)
   select g.tenant_id, g.product_id, g.at::date, array_fill(7, array[24]) from given g`,
  `${given} insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at)
   select g.tenant_id, g.seller_account_id, '', 'discovery', g.at from given g`,
  `${given} insert into subscriptions (tenant_id, seller_account_id, notification_type, subscription_id, created_at)
   select g.tenant_id, g.seller_account_id, 'ANY_OFFER_CHANGED', g.marker, g.at from given g`,
  `${given} insert into request_refusals (
     tenant_id, seller_account_id, operation, subject, reason, failures, refused_since, retry_at
   )
   select g.tenant_id, g.seller_account_id, 'searchOrders', '', g.marker, 9, g.at, g.at from given g`,
  `${given} insert into subscription_refusals (tenant_id, seller_account_id, notification_type, reason, refused_at)
   select g.tenant_id, g.seller_account_id, 'BRANDED_ITEM_CONTENT_CHANGE', g.marker, g.at from given g`,
  `${given} insert into order_products (
     tenant_id, seller_account_id, order_id, product_id, day, units, promotion_units, promotions, updated_at
   )
   select g.tenant_id, g.seller_account_id, 'ORDER-' || g.marker, g.product_id, g.at::date, 1, 1,
          jsonb_build_object(g.marker, 1), g.at
     from given g`,
  `${given} insert into sales_days (
     tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at
   )
   select g.tenant_id, g.product_id, g.at::date, 1, 1, 1,
          jsonb_build_object(g.marker, jsonb_build_object('units', 1, 'orders', 1)), false, g.at
     from given g`,
  `${given} insert into advertising_profiles (tenant_id, seller_account_id, marketplace, profile_id, time_zone)
   select g.tenant_id, g.seller_account_id, 'US', g.marker, 'UTC' from given g`,
  `${given} insert into advertising_reported_days (
     tenant_id, seller_account_id, marketplace, day, advertised_read_at, purchased_read_at
   )
   select g.tenant_id, g.seller_account_id, 'US', g.at::date, g.at, g.at from given g`,
  `${given} insert into advertising_days (tenant_id, product_id, day, same_units, same_orders, cost_cents)
   select g.tenant_id, g.product_id, g.at::date, 1, 1, 100 from given g`,
  `${given} insert into notifications_taken (tenant_id, notification_id, taken_at)
   select g.tenant_id, g.marker, g.at from given g`,
  `${given} insert into set_aside_turns (tenant_id, chore, process_id, failures, last_error, since, retry_at)
   select g.tenant_id, 'end mutes', gen_random_uuid(), 8, 'Failure of ' || g.marker, g.at, g.at from given g`,
  `${given} insert into page_credits (tenant_id, day, purpose, used)
   select g.tenant_id, g.at, 'products', 1 from given g`,
  `${given} insert into items (tenant_id, item_id, product_id, type, status, message, changed_at, version)
   select g.tenant_id, 'price-' || g.product_id, g.product_id, 'price', 2, 'Price of ' || g.marker, g.at, 1 from given g`,
  `${given} insert into items (tenant_id, item_id, product_id, type, status, settings, version)
   select g.tenant_id, 'keyword-' || g.product_id || '-1', g.product_id, 'keyword', 99,
          jsonb_build_object('keyword', 'Keyword of ' || g.marker, 'absoluteThreshold', 10), 1
     from given g`,
  `${given} insert into watchdog_settings (tenant_id, type, settings, version)
   select g.tenant_id, 'numberOfSellers',
          jsonb_build_object('whitelist', jsonb_build_object('US', jsonb_build_array(
            jsonb_build_object('value', 'W' || g.marker)
          ))), 1
     from given g`,
  `${given} insert into default_settings (tenant_id, seller_account_id, brand, type, settings, version)
   select g.tenant_id, g.seller_account_id, 'Brand ' || g.marker, 'inventory', '{"alertDays": 9}', 1 from given g`,
  `${given} insert into seller_names (tenant_id, seller_id, name, seen_at)
   select g.tenant_id, 'A' || g.marker, 'Name ' || g.marker, g.at from given g`,
  `${given} insert into incidents (
     tenant_id, seller_account_id, type, cause, is_end, state, members, opened_at, last_member_at
   )
   select g.tenant_id, g.seller_account_id, 'price', 'brand ' || g.marker, false, 'open', 1, g.at, g.at from given g`,
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
  `${given}, sheet as (
     insert into sales_spreadsheets (
       tenant_id, email_address_id, from_day, to_day, requested_at, state, claimed_by, claimed_until, byte_count,
       row_count, seller_account_ids, expires_at
     )
     select g.tenant_id, e.email_address_id, '2026-06-01', '2026-06-14', g.at, 'ready', gen_random_uuid(), g.at, 5, 1,
            array[g.seller_account_id], g.at + interval '7 days'
       from given g join email_addresses e on e.tenant_id = g.tenant_id and e.is_primary
     returning tenant_id, spreadsheet_id, email_address_id, claimed_by
   ),
   sent as (
     insert into sales_spreadsheet_recipients (tenant_id, spreadsheet_id, email_address_id, message_id)
     select s.tenant_id, s.spreadsheet_id, s.email_address_id, '<sheet-' || g.marker || '@watchpost.test>'
       from sheet s, given g
   )
   insert into sales_spreadsheet_parts (tenant_id, spreadsheet_id, claimed_by, part_no, bytes)
   select s.tenant_id, s.spreadsheet_id, s.claimed_by, 0, g.marker::bytea from sheet s, given g`,
  `${given} insert into packages (
     package_id, description, plan, base_products, base_subscription_fee_cents, addon_subscription_fee_cents, discount,
     discount_duration_in_months, wait_minutes, trial_fee_cents, trial_minutes, changed_at
   )
   select 'P' || g.marker, 'Package of ' || g.marker, 'package', 50, 4900, 0, 0, 0, 7, 0, 43200, g.at from given g`,
  `${given} update tenants t set package_id = 'P' || g.marker from given g where t.tenant_id = g.tenant_id`,
  `${given} insert into discounts (tenant_id, percent, from_day, to_day, origin, code, created_at)
   select g.tenant_id, 10, '2026-01-01', '2026-01-31', 'code', 'C' || g.marker, g.at from given g`,
  `${given} insert into former_addon_counts (tenant_id, until_day, addon_count)
   select g.tenant_id, '2026-06-10', 1 from given g`,
  `${given} insert into usage_days (
     tenant_id, day, asins, is_trial, rate_card_id, rate_card_from, regular_mills, discount_percent, mills, closed_at
   )
   select g.tenant_id, '2026-06-10', 21, false, 'standard', '2020-01-01', 349, 0, 349, g.at from given g`,
  `${given} insert into corrections (tenant_id, kind, mills, reason, created_at, billed_at)
   select g.tenant_id, 'credit', -1000, 'Credit of ' || g.marker, g.at, g.at from given g`,
  `${given} insert into affiliate_events (tenant_id, event_id, kind, cents, happened_at, reported_at)
   select g.tenant_id, g.marker || '-0001', 'sale', 999, g.at, g.at from given g`,
  `${given} insert into payment_methods (tenant_id, method_id, method, status, name, last4, is_current, saved_at)
   select g.tenant_id, 'pm_' || g.marker, 'card', 'usable', 'Visa ' || g.marker, '4242', true, g.at from given g`,
  `${given} insert into invoices (
     tenant_id, invoice_id, number, from_day, to_day, total_cents, lines, billing_name, state, created_at, url
   )
   select g.tenant_id, gen_random_uuid(), g.marker || '-0001', '2026-05-01', '2026-05-30', 999, '[]', g.marker, 'paid',
          g.at, 'https://invoices.test/' || g.marker
     from given g`,
  `${given} insert into tenant_exports (tenant_id, export_id, claimed_until)
   select g.tenant_id, gen_random_uuid(), g.at - interval '1 day' from given g`,
  `${given} insert into tenant_deletions (tenant_id, requested_at, requested_by, due_at, taken_back_at)
   select g.tenant_id, g.at - interval '9 days', g.marker, g.at, g.at - interval '8 days' from given g`,
];
