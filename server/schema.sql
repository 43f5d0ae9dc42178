-- Written by `npm run gen` from a migrated database. The migrations make it so; this shows what they made.

create table access_tokens (
  tenant_id uuid not null,
  access_token_id bigint not null generated always as identity,
  email_address_id bigint not null,
  token_hash text not null,
  name text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  is_expiry_told boolean not null default false,
  integration_authorization_id bigint,
  constraint access_tokens_pkey PRIMARY KEY (tenant_id, access_token_id),
  constraint access_tokens_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint access_tokens_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint access_tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE,
  constraint access_tokens_tenant_id_integration_authorization_id_fkey FOREIGN KEY (tenant_id, integration_authorization_id) REFERENCES integration_authorizations(tenant_id, integration_authorization_id) ON DELETE CASCADE,
  constraint access_tokens_tenant_id_token_hash_key UNIQUE (tenant_id, token_hash)
);
CREATE INDEX access_tokens_address ON public.access_tokens USING btree (tenant_id, email_address_id);
CREATE INDEX access_tokens_authorization ON public.access_tokens USING btree (tenant_id, integration_authorization_id);
CREATE INDEX access_tokens_expiry ON public.access_tokens USING btree (expires_at);
alter table access_tokens enable row level security;
alter table access_tokens force row level security;
create policy of_tenant on access_tokens to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on access_tokens to watchpost_worker using (true);

create table advertising_days (
  tenant_id uuid not null,
  product_id bigint not null,
  day date not null,
  same_units integer not null default 0,
  same_orders integer not null default 0,
  other_units integer not null default 0,
  other_orders integer not null default 0,
  cost_cents bigint not null default 0,
  constraint advertising_days_pkey PRIMARY KEY (tenant_id, product_id, day),
  constraint advertising_days_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, product_id) ON DELETE CASCADE
) partition by RANGE (day);
alter table advertising_days enable row level security;
alter table advertising_days force row level security;
create policy of_tenant on advertising_days to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on advertising_days to watchpost_worker using (true);

create table advertising_profiles (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  marketplace text not null,
  profile_id text not null,
  time_zone text not null,
  constraint advertising_profiles_pkey PRIMARY KEY (tenant_id, seller_account_id, marketplace),
  constraint advertising_profiles_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE
);
alter table advertising_profiles enable row level security;
alter table advertising_profiles force row level security;
create policy of_tenant on advertising_profiles to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on advertising_profiles to watchpost_worker using (true);

create table advertising_reported_days (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  marketplace text not null,
  day date not null,
  advertised_read_at timestamp with time zone,
  purchased_read_at timestamp with time zone,
  constraint advertising_reported_days_pkey PRIMARY KEY (tenant_id, seller_account_id, marketplace, day),
  constraint advertising_reported_days_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE
);
alter table advertising_reported_days enable row level security;
alter table advertising_reported_days force row level security;
create policy of_tenant on advertising_reported_days to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on advertising_reported_days to watchpost_worker using (true);

create table affiliate_events (
  tenant_id uuid not null,
  event_id text not null,
  event_no bigint not null generated always as identity,
  kind text not null,
  cents bigint,
  sale_event_id text,
  happened_at timestamp with time zone not null,
  due_at timestamp with time zone,
  failures integer not null default 0,
  last_error text,
  reported_at timestamp with time zone,
  constraint affiliate_events_pkey PRIMARY KEY (tenant_id, event_id),
  constraint affiliate_events_kind_check CHECK ((kind = ANY (ARRAY['signup'::text, 'sale'::text, 'refund'::text, 'cancellation'::text]))),
  constraint affiliate_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX affiliate_events_due ON public.affiliate_events USING btree (due_at) WHERE (due_at IS NOT NULL);
alter table affiliate_events enable row level security;
alter table affiliate_events force row level security;
create policy of_tenant on affiliate_events to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on affiliate_events to watchpost_worker using (true);

create table audit_events (
  tenant_id uuid not null,
  audit_event_id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  kind text not null default 'change'::text,
  constraint audit_events_pkey PRIMARY KEY (tenant_id, audit_event_id),
  constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['change'::text, 'log-in'::text, 'question'::text]))),
  constraint audit_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX audit_events_at ON public.audit_events USING btree (tenant_id, at DESC, audit_event_id DESC);
CREATE INDEX audit_events_kind ON public.audit_events USING btree (tenant_id, kind, audit_event_id DESC);
alter table audit_events enable row level security;
alter table audit_events force row level security;
create policy of_tenant on audit_events to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on audit_events to watchpost_worker using (true);

create table authenticator_apps (
  tenant_id uuid not null,
  email_address_id bigint not null,
  secret text not null,
  last_step bigint not null,
  created_at timestamp with time zone not null,
  constraint authenticator_apps_pkey PRIMARY KEY (tenant_id, email_address_id),
  constraint authenticator_apps_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint authenticator_apps_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table authenticator_apps enable row level security;
alter table authenticator_apps force row level security;
create policy of_tenant on authenticator_apps to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on authenticator_apps to watchpost_worker using (true);

create table authorization_requests (
  tenant_id uuid not null,
  state_hash text not null,
  email_address_id bigint not null,
  region text not null,
  return_path text not null,
  account_name text,
  expected_seller_key text,
  expires_at timestamp with time zone not null,
  session_hash text,
  constraint authorization_requests_pkey PRIMARY KEY (tenant_id, state_hash),
  constraint authorization_requests_region_check CHECK ((region = ANY (ARRAY['NA'::text, 'EU'::text, 'IN'::text]))),
  constraint authorization_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table authorization_requests enable row level security;
alter table authorization_requests force row level security;
create policy of_tenant on authorization_requests to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on authorization_requests to watchpost_worker using (true);

create table channels (
  tenant_id uuid not null,
  channel_id bigint not null generated always as identity,
  kind text not null,
  name text not null,
  sealed_address text not null,
  address_hint text not null,
  sealed_secret text,
  sealed_old_secret text,
  old_secret_until timestamp with time zone,
  alert_settings jsonb not null default '{}'::jsonb,
  unsubscribed_seller_account_ids bigint[] not null default '{}'::bigint[],
  is_on boolean not null default true,
  stopped_at timestamp with time zone,
  stopped_reason text,
  failing_since timestamp with time zone,
  failures integer not null default 0,
  wait_until timestamp with time zone,
  gone_answers integer not null default 0,
  created_at timestamp with time zone not null,
  hook_event text,
  hook_seller_account_ids bigint[],
  hook_types text[],
  email_address_id bigint,
  access_token_id bigint,
  integration_authorization_id bigint,
  constraint channels_pkey PRIMARY KEY (tenant_id, channel_id),
  constraint channels_hook_check CHECK (((hook_event IS NULL) OR (email_address_id IS NOT NULL))),
  constraint channels_hook_event_check CHECK ((hook_event = ANY (ARRAY['alertRaised'::text, 'alertHealed'::text, 'productTracked'::text, 'connectionBroken'::text, 'invoicePaid'::text]))),
  constraint channels_name_check CHECK ((char_length(name) <= 100)),
  constraint channels_tenant_id_access_token_id_fkey FOREIGN KEY (tenant_id, access_token_id) REFERENCES access_tokens(tenant_id, access_token_id) ON DELETE CASCADE,
  constraint channels_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint channels_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE,
  constraint channels_tenant_id_integration_authorization_id_fkey FOREIGN KEY (tenant_id, integration_authorization_id) REFERENCES integration_authorizations(tenant_id, integration_authorization_id) ON DELETE CASCADE
);
CREATE INDEX channels_address ON public.channels USING btree (tenant_id, email_address_id);
CREATE INDEX channels_authorization ON public.channels USING btree (tenant_id, integration_authorization_id);
CREATE INDEX channels_token ON public.channels USING btree (tenant_id, access_token_id);
alter table channels enable row level security;
alter table channels force row level security;
create policy of_tenant on channels to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on channels to watchpost_worker using (true);

create table connection_requests (
  tenant_id uuid not null,
  state_hash text not null,
  email_address_id bigint not null,
  session_hash text not null,
  service text not null,
  subject text not null,
  return_path text not null,
  sealed_verifier text not null,
  expires_at timestamp with time zone not null,
  constraint connection_requests_pkey PRIMARY KEY (tenant_id, state_hash),
  constraint connection_requests_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint connection_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX connection_requests_expiry ON public.connection_requests USING btree (expires_at);
alter table connection_requests enable row level security;
alter table connection_requests force row level security;
create policy of_tenant on connection_requests to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on connection_requests to watchpost_worker using (true);

create table connections (
  tenant_id uuid not null,
  connection_id bigint not null generated always as identity,
  service text not null,
  subject text not null default ''::text,
  integration_authorization_id bigint,
  title text not null,
  label text not null,
  state text not null,
  reason text,
  since timestamp with time zone not null,
  last_success_at timestamp with time zone,
  next_try_at timestamp with time zone,
  failures integer not null default 0,
  told_at timestamp with time zone,
  refresh_token text,
  access_token text,
  access_expires_at timestamp with time zone,
  refreshed_by uuid,
  refreshed_until timestamp with time zone,
  constraint connections_pkey PRIMARY KEY (tenant_id, connection_id),
  constraint connections_state_check CHECK ((state = ANY (ARRAY['connected'::text, 'pending'::text, 'error'::text]))),
  constraint connections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE,
  constraint connections_tenant_id_integration_authorization_id_fkey FOREIGN KEY (tenant_id, integration_authorization_id) REFERENCES integration_authorizations(tenant_id, integration_authorization_id) ON DELETE CASCADE,
  constraint connections_tenant_id_service_subject_key UNIQUE (tenant_id, service, subject)
);
CREATE INDEX connections_authorization ON public.connections USING btree (tenant_id, integration_authorization_id);
CREATE INDEX connections_broken ON public.connections USING btree (since) WHERE ((state = 'error'::text) AND (told_at IS NULL));
CREATE INDEX connections_due ON public.connections USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
alter table connections enable row level security;
alter table connections force row level security;
create policy of_tenant on connections to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on connections to watchpost_worker using (true);

create table corrections (
  tenant_id uuid not null,
  correction_id bigint not null generated always as identity,
  kind text not null,
  day date,
  mills bigint not null,
  reason text not null,
  created_at timestamp with time zone not null,
  billed_at timestamp with time zone,
  constraint corrections_pkey PRIMARY KEY (tenant_id, correction_id),
  constraint corrections_kind_check CHECK ((kind = ANY (ARRAY['adjustment'::text, 'credit'::text, 'fee'::text]))),
  constraint corrections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table corrections enable row level security;
alter table corrections force row level security;
create policy of_tenant on corrections to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on corrections to watchpost_worker using (true);

create table default_settings (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  brand text not null,
  type text not null,
  settings jsonb not null,
  version bigint not null,
  constraint default_settings_pkey PRIMARY KEY (tenant_id, seller_account_id, brand, type),
  constraint default_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE,
  constraint default_settings_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE
);
alter table default_settings enable row level security;
alter table default_settings force row level security;
create policy of_tenant on default_settings to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on default_settings to watchpost_worker using (true);

create table deliveries (
  tenant_id uuid not null,
  flip_at timestamp with time zone not null,
  flip_id bigint not null,
  email_address_id bigint not null,
  channel text not null,
  state text not null,
  message_id text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  last_error text,
  target_id bigint not null default 0,
  collected_from timestamp with time zone,
  was_unmuted boolean not null default false,
  constraint deliveries_pkey PRIMARY KEY (tenant_id, flip_at, flip_id, email_address_id, channel, target_id),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'held'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))),
  constraint deliveries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
) partition by RANGE (flip_at);
CREATE INDEX deliveries_held ON ONLY public.deliveries USING btree (tenant_id, next_attempt_at) WHERE (state = 'held'::text);
CREATE INDEX deliveries_members ON ONLY public.deliveries USING btree (tenant_id, message_id) WHERE (state = 'pending'::text);
CREATE INDEX deliveries_pending ON ONLY public.deliveries USING btree (tenant_id, next_attempt_at) WHERE (state = 'pending'::text);
alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy of_tenant on deliveries to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on deliveries to watchpost_worker using (true);

create table discounts (
  tenant_id uuid not null,
  discount_id bigint not null generated always as identity,
  percent integer not null,
  from_day date not null,
  to_day date,
  origin text not null,
  code text,
  created_at timestamp with time zone not null,
  constraint discounts_pkey PRIMARY KEY (tenant_id, discount_id),
  constraint discounts_origin_check CHECK ((origin = ANY (ARRAY['package'::text, 'offer'::text, 'code'::text]))),
  constraint discounts_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
  constraint discounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table discounts enable row level security;
alter table discounts force row level security;
create policy of_tenant on discounts to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on discounts to watchpost_worker using (true);

create table email_addresses (
  tenant_id uuid not null,
  email_address_id bigint not null generated always as identity,
  email text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  is_primary boolean not null,
  is_user boolean not null,
  password_hash text,
  verified_at timestamp with time zone,
  timezone_offset_minutes integer not null default 0,
  alert_settings jsonb not null default '{}'::jsonb,
  hidden_seller_account_ids bigint[] not null default '{}'::bigint[],
  created_at timestamp with time zone not null,
  subscribed_to_daily_digest boolean not null default true,
  subscribed_to_newsletter boolean not null default false,
  digest_email_hour smallint not null default 7,
  timezone_adjust_to_dst boolean not null default true,
  time_zone text,
  quiet_from_hour smallint,
  quiet_to_hour smallint,
  unsubscribed_seller_account_ids bigint[] not null default '{}'::bigint[],
  stopped_at timestamp with time zone,
  stopped_reason text,
  two_factor_since timestamp with time zone,
  digest_clock text generated always as (
CASE
    WHEN (subscribed_to_daily_digest AND (stopped_at IS NULL) AND (is_primary OR (verified_at IS NOT NULL))) THEN (((((((digest_email_hour)::text || ' '::text) || (timezone_offset_minutes)::text) || ' '::text) || (timezone_adjust_to_dst)::text) || ' '::text) || COALESCE(time_zone, ''::text))
    ELSE NULL::text
END) stored,
  digest_reckoned_by text,
  digest_due_at timestamp with time zone,
  digest_last_day date,
  constraint email_addresses_pkey PRIMARY KEY (tenant_id, email_address_id),
  constraint email_addresses_digest_email_hour_check CHECK (((digest_email_hour >= 0) AND (digest_email_hour <= 23))),
  constraint email_addresses_email_check CHECK ((char_length(email) <= 100)),
  constraint email_addresses_first_name_check CHECK ((char_length(first_name) <= 200)),
  constraint email_addresses_last_name_check CHECK ((char_length(last_name) <= 200)),
  constraint email_addresses_quiet CHECK (((quiet_from_hour IS NULL) = (quiet_to_hour IS NULL))),
  constraint email_addresses_quiet_from_hour_check CHECK (((quiet_from_hour >= 0) AND (quiet_from_hour <= 23))),
  constraint email_addresses_quiet_to_hour_check CHECK (((quiet_to_hour >= 0) AND (quiet_to_hour <= 23))),
  constraint email_addresses_tenant_id_email_key UNIQUE (tenant_id, email),
  constraint email_addresses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX email_addresses_digest_changed ON public.email_addresses USING btree (email_address_id) WHERE (digest_clock IS DISTINCT FROM digest_reckoned_by);
CREATE INDEX email_addresses_digest_due ON public.email_addresses USING btree (digest_due_at) WHERE (digest_due_at IS NOT NULL);
CREATE INDEX email_addresses_lower ON public.email_addresses USING btree (lower(email));
alter table email_addresses enable row level security;
alter table email_addresses force row level security;
create policy of_tenant on email_addresses to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on email_addresses to watchpost_worker using (true);

create table email_verifications (
  tenant_id uuid not null,
  email_address_id bigint not null,
  token_hash text not null,
  email text not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_verifications_pkey PRIMARY KEY (tenant_id, email_address_id),
  constraint email_verifications_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint email_verifications_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table email_verifications enable row level security;
alter table email_verifications force row level security;
create policy of_tenant on email_verifications to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on email_verifications to watchpost_worker using (true);

create table ended_tracking (
  tenant_id uuid not null,
  product_id bigint not null,
  tracked_from timestamp with time zone not null,
  tracked_to timestamp with time zone not null,
  seller_name text not null,
  marketplace text not null,
  asin text not null,
  constraint ended_tracking_pkey PRIMARY KEY (tenant_id, product_id, tracked_from),
  constraint ended_tracking_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX ended_tracking_to ON public.ended_tracking USING btree (tenant_id, tracked_to);
alter table ended_tracking enable row level security;
alter table ended_tracking force row level security;
create policy of_tenant on ended_tracking to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on ended_tracking to watchpost_worker using (true);

create table flips (
  tenant_id uuid not null,
  at timestamp with time zone not null,
  flip_id bigint not null generated always as identity,
  item_id text not null,
  revision integer not null,
  product_id bigint not null,
  type text not null,
  from_status smallint not null,
  to_status smallint not null,
  colour text not null,
  about text,
  message text,
  from_text text,
  to_text text,
  evidence jsonb not null,
  is_silent boolean not null default false,
  is_improved boolean not null default false,
  incident_id bigint,
  constraint flips_pkey PRIMARY KEY (tenant_id, at, flip_id),
  constraint flips_colour_check CHECK ((colour = ANY (ARRAY['RED'::text, 'AMBER'::text, 'GREEN'::text]))),
  constraint flips_tenant_id_at_item_id_revision_key UNIQUE (tenant_id, at, item_id, revision),
  constraint flips_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
) partition by RANGE (at);
CREATE INDEX flips_incident ON ONLY public.flips USING btree (tenant_id, incident_id) WHERE (incident_id IS NOT NULL);
CREATE INDEX flips_item ON ONLY public.flips USING btree (tenant_id, item_id, at DESC);
alter table flips enable row level security;
alter table flips force row level security;
create policy of_tenant on flips to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on flips to watchpost_worker using (true);

create table former_addon_counts (
  tenant_id uuid not null,
  until_day date not null,
  addon_count integer not null,
  constraint former_addon_counts_pkey PRIMARY KEY (tenant_id, until_day),
  constraint former_addon_counts_addon_count_check CHECK ((addon_count >= 0)),
  constraint former_addon_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table former_addon_counts enable row level security;
alter table former_addon_counts force row level security;
create policy of_tenant on former_addon_counts to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on former_addon_counts to watchpost_worker using (true);

create table google_sheets (
  tenant_id uuid not null,
  connection_id bigint not null,
  google_id text not null,
  spreadsheet_id text,
  spreadsheet_url text,
  is_lost boolean not null default false,
  hashes jsonb not null default '{}'::jsonb,
  constraint google_sheets_pkey PRIMARY KEY (tenant_id, connection_id),
  constraint google_sheets_tenant_id_connection_id_fkey FOREIGN KEY (tenant_id, connection_id) REFERENCES connections(tenant_id, connection_id) ON DELETE CASCADE
);
alter table google_sheets enable row level security;
alter table google_sheets force row level security;
create policy of_tenant on google_sheets to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on google_sheets to watchpost_worker using (true);

create table idempotent_answers (
  tenant_id uuid not null,
  access_token_id bigint,
  idempotency_key text not null,
  request_hash text not null,
  answer jsonb,
  answered_at timestamp with time zone not null,
  integration_authorization_id bigint,
  program text not null generated always as (COALESCE(('authorization '::text || (integration_authorization_id)::text), ('token '::text || (access_token_id)::text))) stored,
  constraint idempotent_answers_pkey PRIMARY KEY (tenant_id, program, idempotency_key),
  constraint idempotent_answers_idempotency_key_check CHECK ((char_length(idempotency_key) <= 255)),
  constraint idempotent_answers_tenant_id_access_token_id_fkey FOREIGN KEY (tenant_id, access_token_id) REFERENCES access_tokens(tenant_id, access_token_id) ON DELETE CASCADE,
  constraint idempotent_answers_tenant_id_integration_authorization_id_fkey FOREIGN KEY (tenant_id, integration_authorization_id) REFERENCES integration_authorizations(tenant_id, integration_authorization_id) ON DELETE CASCADE
);
CREATE INDEX idempotent_answers_authorization ON public.idempotent_answers USING btree (tenant_id, integration_authorization_id);
CREATE INDEX idempotent_answers_old ON public.idempotent_answers USING btree (answered_at);
CREATE INDEX idempotent_answers_token ON public.idempotent_answers USING btree (tenant_id, access_token_id);
alter table idempotent_answers enable row level security;
alter table idempotent_answers force row level security;
create policy of_tenant on idempotent_answers to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on idempotent_answers to watchpost_worker using (true);

create table incidents (
  tenant_id uuid not null,
  incident_id bigint not null generated always as identity,
  seller_account_id bigint not null,
  type text,
  cause text not null,
  is_end boolean not null,
  state text not null,
  members integer not null,
  opened_at timestamp with time zone not null,
  last_member_at timestamp with time zone not null,
  told_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  constraint incidents_pkey PRIMARY KEY (tenant_id, incident_id),
  constraint incidents_state_check CHECK ((state = ANY (ARRAY['open'::text, 'waiting'::text, 'told'::text, 'ended'::text]))),
  constraint incidents_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE,
  constraint incidents_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX incidents_gathering ON public.incidents USING btree (tenant_id, seller_account_id, cause, is_end, type) NULLS NOT DISTINCT WHERE (state <> 'ended'::text);
CREATE INDEX incidents_waiting ON public.incidents USING btree (tenant_id) WHERE (state = 'waiting'::text);
alter table incidents enable row level security;
alter table incidents force row level security;
create policy of_tenant on incidents to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on incidents to watchpost_worker using (true);

create table integration_authorizations (
  tenant_id uuid not null,
  integration_authorization_id bigint not null generated always as identity,
  name text not null,
  authorized_at timestamp with time zone not null,
  email_address_id bigint,
  client_id text,
  scopes text[],
  resource text,
  constraint integration_authorizations_pkey PRIMARY KEY (tenant_id, integration_authorization_id),
  constraint integration_authorizations_name_check CHECK ((char_length(name) <= 100)),
  constraint integration_authorizations_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint integration_authorizations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX integration_authorizations_address ON public.integration_authorizations USING btree (tenant_id, email_address_id);
alter table integration_authorizations enable row level security;
alter table integration_authorizations force row level security;
create policy of_tenant on integration_authorizations to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on integration_authorizations to watchpost_worker using (true);

create table invite_codes (
  code text not null,
  package_id text not null,
  personal_affiliate_email text,
  created_at timestamp with time zone not null,
  constraint invite_codes_pkey PRIMARY KEY (code),
  constraint invite_codes_code_check CHECK ((code = upper(code)))
);

create table invoices (
  tenant_id uuid not null,
  invoice_id uuid not null,
  number text not null,
  from_day date not null,
  to_day date not null,
  total_cents bigint not null,
  lines jsonb not null,
  billing_name text not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  attempt_at timestamp with time zone,
  attempts integer not null default 0,
  put_offs integer not null default 0,
  failed_attempts integer not null default 0,
  first_attempt_at timestamp with time zone,
  last_error text,
  needs_confirmation boolean not null default false,
  refused_method_id text,
  transfers integer not null default 0,
  provider_invoice_id text,
  url text,
  pdf_url text,
  paid_at timestamp with time zone,
  refunded_cents bigint not null default 0,
  is_disputed boolean not null default false,
  request_error text,
  tax_cents bigint not null default 0,
  needs_address boolean not null default false,
  constraint invoices_pkey PRIMARY KEY (tenant_id, invoice_id),
  constraint invoices_state_check CHECK ((state = ANY (ARRAY['open'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'void'::text, 'uncollectible'::text]))),
  constraint invoices_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE,
  constraint invoices_total_cents_check CHECK ((total_cents > 0))
);
CREATE INDEX invoices_due ON public.invoices USING btree (attempt_at) WHERE (attempt_at IS NOT NULL);
CREATE UNIQUE INDEX invoices_number ON public.invoices USING btree (tenant_id, number);
CREATE INDEX invoices_request_error ON public.invoices USING btree (tenant_id) WHERE (request_error IS NOT NULL);
alter table invoices enable row level security;
alter table invoices force row level security;
create policy of_tenant on invoices to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on invoices to watchpost_worker using (true);

create table items (
  tenant_id uuid not null,
  item_id text not null,
  product_id bigint not null,
  type text not null,
  status smallint not null,
  issue_status smallint not null default 0,
  muted_until timestamp with time zone,
  message text,
  from_text text,
  to_text text,
  evidence jsonb not null default '[]'::jsonb,
  about text,
  memory jsonb,
  settings jsonb,
  again_at timestamp with time zone,
  revision integer not null default 0,
  changed_at timestamp with time zone,
  version bigint not null,
  awaits_check boolean not null default false,
  removed_at timestamp with time zone,
  figures jsonb,
  issue_status_by text,
  issue_status_at timestamp with time zone,
  calmed_at timestamp with time zone,
  calm_until timestamp with time zone,
  incident_id bigint,
  apart_from bigint,
  calm_pauses smallint not null default 0,
  constraint items_pkey PRIMARY KEY (tenant_id, item_id),
  constraint items_issue_status_check CHECK (((issue_status >= 0) AND (issue_status <= 3))),
  constraint items_status_check CHECK ((status = ANY (ARRAY[0, 1, 2, 99]))),
  constraint items_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, product_id) ON DELETE CASCADE
);
CREATE INDEX items_again ON public.items USING btree (again_at) WHERE (again_at IS NOT NULL);
CREATE INDEX items_awaiting ON public.items USING btree (tenant_id, product_id) WHERE awaits_check;
CREATE INDEX items_incident ON public.items USING btree (tenant_id, incident_id) WHERE (incident_id IS NOT NULL);
CREATE INDEX items_keyword ON public.items USING btree (tenant_id, product_id) WHERE (type = 'keyword'::text);
CREATE INDEX items_muted ON public.items USING btree (muted_until) WHERE (muted_until IS NOT NULL);
CREATE INDEX items_product ON public.items USING btree (tenant_id, product_id);
CREATE INDEX items_shown ON public.items USING btree (tenant_id) WHERE ((status <> 0) OR (issue_status <> 0) OR (muted_until IS NOT NULL));
CREATE INDEX items_speaking ON public.items USING btree (tenant_id, type) WHERE ((status = 0) AND ((message IS NOT NULL) OR (settings IS NOT NULL)));
CREATE INDEX items_version ON public.items USING btree (tenant_id, version);
alter table items enable row level security;
alter table items force row level security;
create policy of_tenant on items to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on items to watchpost_worker using (true);

create table kept_invoices (
  invoice_id uuid not null,
  number text not null,
  issued_at timestamp with time zone not null,
  from_day date not null,
  to_day date not null,
  lines jsonb not null,
  total_cents bigint not null,
  refunded_cents bigint not null,
  state text not null,
  paid_at timestamp with time zone,
  billing_name text not null,
  billing_address jsonb,
  keep_until timestamp with time zone not null,
  tax_cents bigint not null default 0,
  constraint kept_invoices_pkey PRIMARY KEY (invoice_id)
);
CREATE INDEX kept_invoices_end ON public.kept_invoices USING btree (keep_until);

create table listings (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  marketplace text not null,
  sku text not null,
  product_id bigint not null,
  is_active boolean not null,
  fee_reference_cents bigint,
  constraint listings_pkey PRIMARY KEY (tenant_id, seller_account_id, marketplace, sku),
  constraint listings_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, product_id) ON DELETE CASCADE
);
CREATE INDEX listings_product ON public.listings USING btree (tenant_id, product_id);
alter table listings enable row level security;
alter table listings force row level security;
create policy of_tenant on listings to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on listings to watchpost_worker using (true);

create table login_attempts (
  subject text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  constraint login_attempts_pkey PRIMARY KEY (subject)
);

create table logins (
  email text not null,
  tenant_id uuid not null,
  email_address_id bigint not null,
  constraint logins_pkey PRIMARY KEY (email)
);

create table mail_reports (
  report_id text not null,
  email text not null,
  kind text not null,
  reason text not null,
  at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  constraint mail_reports_pkey PRIMARY KEY (report_id),
  constraint mail_reports_kind_check CHECK ((kind = ANY (ARRAY['bounce'::text, 'complaint'::text])))
);
CREATE INDEX mail_reports_waiting ON public.mail_reports USING btree (received_at) WHERE (handled_at IS NULL);

create table messages (
  tenant_id uuid not null,
  message_id text not null,
  message_no bigint not null generated always as identity,
  transport text not null,
  purpose text not null,
  email_address_id bigint,
  target_id bigint,
  recipient text not null,
  kind text,
  subject text,
  reason text,
  sealed_payload text,
  local_day date,
  state text not null default 'waiting'::text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  claimed_by uuid,
  sent_at timestamp with time zone,
  last_error text,
  set_aside_at timestamp with time zone,
  away_since timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (tenant_id, message_id),
  constraint messages_purpose_check CHECK ((purpose = ANY (ARRAY['alert'::text, 'digest'::text, 'notice'::text, 'account'::text, 'test'::text, 'spreadsheet'::text, 'event'::text]))),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'claimed'::text, 'sent'::text, 'failed'::text, 'given up'::text]))),
  constraint messages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX messages_away ON public.messages USING btree (transport, away_since) WHERE ((away_since IS NOT NULL) AND (state = ANY (ARRAY['waiting'::text, 'claimed'::text])));
CREATE INDEX messages_due ON public.messages USING btree (transport, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'claimed'::text]));
CREATE INDEX messages_failed ON public.messages USING btree (due_at) WHERE (state = 'failed'::text);
CREATE UNIQUE INDEX messages_local_day ON public.messages USING btree (tenant_id, email_address_id, local_day) WHERE (local_day IS NOT NULL);
CREATE INDEX messages_log ON public.messages USING btree (tenant_id, created_at DESC, message_no DESC);
CREATE INDEX messages_of_targets ON public.messages USING btree (tenant_id, target_id, message_no) WHERE ((state = ANY (ARRAY['waiting'::text, 'claimed'::text])) AND (target_id IS NOT NULL));
CREATE INDEX messages_set_aside ON public.messages USING btree (tenant_id, set_aside_at) WHERE (set_aside_at IS NOT NULL);
CREATE INDEX messages_unsettled ON public.messages USING btree (tenant_id, transport, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'claimed'::text]));
alter table messages enable row level security;
alter table messages force row level security;
create policy of_tenant on messages to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on messages to watchpost_worker using (true);

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table notifications_taken (
  tenant_id uuid not null,
  notification_id text not null,
  taken_at timestamp with time zone not null,
  constraint notifications_taken_pkey PRIMARY KEY (tenant_id, notification_id),
  constraint notifications_taken_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table notifications_taken enable row level security;
alter table notifications_taken force row level security;
create policy of_tenant on notifications_taken to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on notifications_taken to watchpost_worker using (true);

create table oauth_codes (
  tenant_id uuid not null,
  code_hash text not null,
  email_address_id bigint not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  code_challenge text not null,
  scopes text[] not null,
  resource text not null,
  expires_at timestamp with time zone not null,
  integration_authorization_id bigint,
  constraint oauth_codes_pkey PRIMARY KEY (tenant_id, code_hash),
  constraint oauth_codes_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint oauth_codes_tenant_id_integration_authorization_id_fkey FOREIGN KEY (tenant_id, integration_authorization_id) REFERENCES integration_authorizations(tenant_id, integration_authorization_id) ON DELETE CASCADE
);
CREATE INDEX oauth_codes_address ON public.oauth_codes USING btree (tenant_id, email_address_id);
CREATE INDEX oauth_codes_authorization ON public.oauth_codes USING btree (tenant_id, integration_authorization_id);
CREATE INDEX oauth_codes_expiry ON public.oauth_codes USING btree (expires_at);
alter table oauth_codes enable row level security;
alter table oauth_codes force row level security;
create policy of_tenant on oauth_codes to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on oauth_codes to watchpost_worker using (true);

create table oauth_refresh_tokens (
  tenant_id uuid not null,
  token_hash text not null,
  integration_authorization_id bigint not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint oauth_refresh_tokens_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint oauth_refresh_tokens_tenant_id_integration_authorization_i_fkey FOREIGN KEY (tenant_id, integration_authorization_id) REFERENCES integration_authorizations(tenant_id, integration_authorization_id) ON DELETE CASCADE
);
CREATE INDEX oauth_refresh_tokens_authorization ON public.oauth_refresh_tokens USING btree (tenant_id, integration_authorization_id);
CREATE INDEX oauth_refresh_tokens_expiry ON public.oauth_refresh_tokens USING btree (expires_at);
alter table oauth_refresh_tokens enable row level security;
alter table oauth_refresh_tokens force row level security;
create policy of_tenant on oauth_refresh_tokens to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on oauth_refresh_tokens to watchpost_worker using (true);

create table observation_history (
  tenant_id uuid not null,
  observed_at timestamp with time zone not null,
  product_id bigint not null,
  aspect text not null,
  sku text not null,
  facts jsonb not null,
  constraint observation_history_pkey PRIMARY KEY (tenant_id, product_id, aspect, sku, observed_at),
  constraint observation_history_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
) partition by RANGE (observed_at);
alter table observation_history enable row level security;
alter table observation_history force row level security;
create policy of_tenant on observation_history to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on observation_history to watchpost_worker using (true);

create table observations (
  tenant_id uuid not null,
  product_id bigint not null,
  aspect text not null,
  sku text not null,
  facts jsonb not null,
  hash text not null,
  observed_at timestamp with time zone not null,
  constraint observations_pkey PRIMARY KEY (tenant_id, product_id, aspect, sku),
  constraint observations_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, product_id) ON DELETE CASCADE
);
alter table observations enable row level security;
alter table observations force row level security;
create policy of_tenant on observations to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on observations to watchpost_worker using (true);

create table operator_acts (
  operator_act_id bigint not null generated always as identity,
  at timestamp with time zone not null,
  operator text not null,
  action text not null,
  subject text not null,
  reason text,
  tenant_id uuid,
  constraint operator_acts_pkey PRIMARY KEY (operator_act_id)
);
CREATE INDEX operator_acts_at ON public.operator_acts USING btree (at DESC, operator_act_id DESC);

create table operator_alarms (
  alarm text not null,
  since timestamp with time zone not null,
  last_at timestamp with time zone not null,
  told_at timestamp with time zone,
  constraint operator_alarms_pkey PRIMARY KEY (alarm)
);

create table operators (
  tenant_id uuid not null,
  email_address_id bigint not null,
  granted_at timestamp with time zone not null,
  constraint operators_pkey PRIMARY KEY (tenant_id, email_address_id)
);

create table order_products (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  order_id text not null,
  product_id bigint not null,
  day date not null,
  units integer not null,
  promotion_units integer not null,
  promotions jsonb not null,
  updated_at timestamp with time zone not null,
  constraint order_products_pkey PRIMARY KEY (tenant_id, order_id, product_id),
  constraint order_products_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, product_id) ON DELETE CASCADE
);
CREATE INDEX order_products_day ON public.order_products USING btree (tenant_id, product_id, day);
CREATE INDEX order_products_old ON public.order_products USING btree (day);
alter table order_products enable row level security;
alter table order_products force row level security;
create policy of_tenant on order_products to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on order_products to watchpost_worker using (true);

create table packages (
  package_id text not null,
  description text not null,
  base_subscription_fee_cents integer not null,
  addon_subscription_fee_cents integer not null,
  discount integer not null,
  discount_duration_in_months integer not null,
  wait_minutes integer not null,
  trial_fee_cents integer not null,
  trial_minutes integer not null,
  changed_at timestamp with time zone not null,
  plan text not null default 'daily'::text,
  base_products integer not null default 0,
  addon_products integer not null default 0,
  rate_card_id text not null default 'standard'::text,
  constraint packages_pkey PRIMARY KEY (package_id),
  constraint packages_addon_products_check CHECK ((addon_products >= 0)),
  constraint packages_addon_subscription_fee_cents_check CHECK ((addon_subscription_fee_cents >= 0)),
  constraint packages_base_products_check CHECK ((base_products >= 0)),
  constraint packages_base_subscription_fee_cents_check CHECK ((base_subscription_fee_cents >= 0)),
  constraint packages_discount_check CHECK (((discount >= 0) AND (discount <= 100))),
  constraint packages_discount_duration_in_months_check CHECK ((discount_duration_in_months >= 0)),
  constraint packages_plan_check CHECK ((plan = ANY (ARRAY['daily'::text, 'package'::text]))),
  constraint packages_price_list FOREIGN KEY (rate_card_id) REFERENCES price_lists(rate_card_id),
  constraint packages_trial_fee_cents_check CHECK ((trial_fee_cents >= 0)),
  constraint packages_trial_minutes_check CHECK ((trial_minutes >= 0)),
  constraint packages_wait_minutes_check CHECK ((wait_minutes >= 0))
);

create table page_credits (
  tenant_id uuid not null,
  day date not null,
  purpose text not null,
  used integer not null,
  allowed integer,
  constraint page_credits_pkey PRIMARY KEY (tenant_id, day, purpose),
  constraint page_credits_purpose_check CHECK ((purpose = ANY (ARRAY['products'::text, 'searches'::text]))),
  constraint page_credits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE,
  constraint page_credits_used_check CHECK ((used >= 0))
);
CREATE INDEX page_credits_day ON public.page_credits USING btree (day);
alter table page_credits enable row level security;
alter table page_credits force row level security;
create policy of_tenant on page_credits to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on page_credits to watchpost_worker using (true);

create table passkeys (
  tenant_id uuid not null,
  passkey_id bigint not null generated always as identity,
  email_address_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (tenant_id, passkey_id),
  constraint passkeys_credential_id_check CHECK ((char_length(credential_id) <= 1500)),
  constraint passkeys_name_check CHECK ((char_length(name) <= 100)),
  constraint passkeys_tenant_id_email_address_id_credential_id_key UNIQUE (tenant_id, email_address_id, credential_id),
  constraint passkeys_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint passkeys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy of_tenant on passkeys to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on passkeys to watchpost_worker using (true);

create table password_links (
  tenant_id uuid not null,
  email_address_id bigint not null,
  purpose text not null,
  token_hash text not null,
  email text not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint password_links_pkey PRIMARY KEY (tenant_id, email_address_id),
  constraint password_links_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'invitation'::text]))),
  constraint password_links_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint password_links_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table password_links enable row level security;
alter table password_links force row level security;
create policy of_tenant on password_links to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on password_links to watchpost_worker using (true);

create table payment_events (
  event_id text not null,
  type text not null,
  object_id text not null,
  created_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  due_at timestamp with time zone,
  failures integer not null default 0,
  constraint payment_events_pkey PRIMARY KEY (event_id)
);
CREATE INDEX payment_events_due ON public.payment_events USING btree (due_at) WHERE (due_at IS NOT NULL);

create table payment_methods (
  tenant_id uuid not null,
  method_id text not null,
  method text not null,
  status text not null,
  setup_intent_id text,
  setup_created_at timestamp with time zone,
  name text not null,
  last4 text not null,
  expires text,
  account_type text,
  account_holder text,
  routing_number text,
  balance_cents bigint,
  verification_url text,
  is_expiry_told boolean not null default false,
  is_current boolean not null,
  saved_at timestamp with time zone not null,
  bank_link_id text,
  balance_at timestamp with time zone,
  balance_due_at timestamp with time zone,
  constraint payment_methods_pkey PRIMARY KEY (tenant_id, method_id),
  constraint payment_methods_method_check CHECK ((method = ANY (ARRAY['card'::text, 'ach'::text]))),
  constraint payment_methods_status_check CHECK ((status = ANY (ARRAY['usable'::text, 'pending'::text, 'disputed'::text]))),
  constraint payment_methods_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX payment_methods_balance ON public.payment_methods USING btree (balance_due_at) WHERE (balance_due_at IS NOT NULL);
CREATE INDEX payment_methods_bank_link ON public.payment_methods USING btree (bank_link_id) WHERE (bank_link_id IS NOT NULL);
CREATE UNIQUE INDEX payment_methods_current ON public.payment_methods USING btree (tenant_id) WHERE is_current;
CREATE INDEX payment_methods_method ON public.payment_methods USING btree (method_id);
alter table payment_methods enable row level security;
alter table payment_methods force row level security;
create policy of_tenant on payment_methods to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on payment_methods to watchpost_worker using (true);

create table payment_provider_state (
  is_only boolean not null default true,
  events_read_through timestamp with time zone,
  mismatches integer not null default 0,
  compared_at timestamp with time zone,
  constraint payment_provider_state_pkey PRIMARY KEY (is_only),
  constraint payment_provider_state_is_only_check CHECK (is_only)
);

create table pending_logins (
  tenant_id uuid not null,
  token_hash text not null,
  email_address_id bigint not null,
  keep_me_signed_in boolean not null,
  passkey_challenge text not null,
  expires_at timestamp with time zone not null,
  constraint pending_logins_pkey PRIMARY KEY (tenant_id, token_hash),
  constraint pending_logins_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint pending_logins_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table pending_logins enable row level security;
alter table pending_logins force row level security;
create policy of_tenant on pending_logins to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on pending_logins to watchpost_worker using (true);

create table poisoned_notifications (
  notification_no bigint not null generated always as identity,
  message_id text not null,
  body text not null,
  reason text not null,
  deliveries integer not null,
  set_aside_at timestamp with time zone not null,
  constraint poisoned_notifications_pkey PRIMARY KEY (notification_no),
  constraint poisoned_notifications_message_id_key UNIQUE (message_id)
);

create table price_lists (
  rate_card_id text not null,
  constraint price_lists_pkey PRIMARY KEY (rate_card_id)
);

create table processes (
  process_id uuid not null,
  role text not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  figures jsonb not null default '{}'::jsonb,
  constraint processes_pkey PRIMARY KEY (process_id)
);

create table products (
  tenant_id uuid not null,
  product_id bigint not null generated always as identity,
  seller_account_id bigint not null,
  marketplace text not null,
  asin text not null,
  name text not null,
  title text,
  short_name text,
  parent_asin text,
  image_url text,
  large_image_url text,
  is_adult boolean,
  price_cents bigint,
  currency text,
  is_active boolean not null,
  last_sale_at timestamp with time zone,
  is_tracked boolean not null,
  version bigint not null,
  created_at timestamp with time zone not null,
  star_rating_tenths integer,
  review_count integer,
  bsr_rank integer,
  fba_fee_cents bigint,
  total_qty integer,
  in_stock_qty integer,
  inbound_qty integer,
  fbm_qty integer,
  sales_known_at timestamp with time zone,
  facts_version bigint not null default 0,
  inactive_since timestamp with time zone,
  tracking_choice text,
  tracking_chosen_at timestamp with time zone,
  brand text,
  sold_price_cents bigint,
  constraint products_pkey PRIMARY KEY (tenant_id, product_id),
  constraint products_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE,
  constraint products_tenant_id_seller_account_id_marketplace_asin_key UNIQUE (tenant_id, seller_account_id, marketplace, asin),
  constraint products_tracking_choice_check CHECK ((tracking_choice = ANY (ARRAY['tracked'::text, 'ignored'::text, 'untilNextOrder'::text])))
);
CREATE INDEX products_tracked ON public.products USING btree (tenant_id, product_id) INCLUDE (seller_account_id, marketplace) WHERE is_tracked;
CREATE INDEX products_version ON public.products USING btree (tenant_id, version);
alter table products enable row level security;
alter table products force row level security;
create policy of_tenant on products to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on products to watchpost_worker using (true);

create table push_subscriptions (
  tenant_id uuid not null,
  push_subscription_id bigint not null generated always as identity,
  session_hash text not null,
  email_address_id bigint not null,
  endpoint_hash text not null,
  sealed text not null,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (tenant_id, push_subscription_id),
  constraint push_subscriptions_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint push_subscriptions_tenant_id_endpoint_hash_key UNIQUE (tenant_id, endpoint_hash),
  constraint push_subscriptions_tenant_id_session_hash_fkey FOREIGN KEY (tenant_id, session_hash) REFERENCES sessions(tenant_id, session_hash) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_address ON public.push_subscriptions USING btree (tenant_id, email_address_id);
CREATE INDEX push_subscriptions_session ON public.push_subscriptions USING btree (tenant_id, session_hash);
alter table push_subscriptions enable row level security;
alter table push_subscriptions force row level security;
create policy of_tenant on push_subscriptions to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on push_subscriptions to watchpost_worker using (true);

create table quota_buckets (
  selling_partner_id text not null,
  region text not null,
  operation text not null,
  tokens double precision not null,
  rate double precision not null,
  burst double precision not null,
  factor double precision not null default 1,
  refilled_at timestamp with time zone not null,
  constraint quota_buckets_pkey PRIMARY KEY (selling_partner_id, region, operation)
);

create table rank_days (
  tenant_id uuid not null,
  product_id bigint not null,
  day date not null,
  ranks integer[] not null,
  constraint rank_days_pkey PRIMARY KEY (tenant_id, product_id, day),
  constraint rank_days_ranks_check CHECK ((cardinality(ranks) = 24)),
  constraint rank_days_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, product_id) ON DELETE CASCADE
) partition by RANGE (day);
alter table rank_days enable row level security;
alter table rank_days force row level security;
create policy of_tenant on rank_days to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on rank_days to watchpost_worker using (true);

create table rate_cards (
  rate_card_id text not null,
  valid_from date not null,
  base_mills integer not null,
  base_asins integer not null,
  tiers jsonb not null,
  told_at timestamp with time zone,
  constraint rate_cards_pkey PRIMARY KEY (rate_card_id, valid_from),
  constraint rate_cards_base_asins_check CHECK ((base_asins >= 0)),
  constraint rate_cards_base_mills_check CHECK ((base_mills >= 0)),
  constraint rate_cards_list FOREIGN KEY (rate_card_id) REFERENCES price_lists(rate_card_id)
);

create table recovery_codes (
  tenant_id uuid not null,
  email_address_id bigint not null,
  code_hash text not null,
  constraint recovery_codes_pkey PRIMARY KEY (tenant_id, email_address_id, code_hash),
  constraint recovery_codes_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint recovery_codes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy of_tenant on recovery_codes to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on recovery_codes to watchpost_worker using (true);

create table request_refusals (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  operation text not null,
  subject text not null,
  reason text not null,
  failures integer not null,
  retry_at timestamp with time zone not null,
  refused_since timestamp with time zone not null,
  constraint request_refusals_pkey PRIMARY KEY (tenant_id, seller_account_id, operation, subject),
  constraint request_refusals_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE
);
alter table request_refusals enable row level security;
alter table request_refusals force row level security;
create policy of_tenant on request_refusals to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on request_refusals to watchpost_worker using (true);

create table sales_days (
  tenant_id uuid not null,
  product_id bigint not null,
  day date not null,
  units integer not null,
  orders integer not null,
  promotion_units integer not null,
  promotions jsonb not null,
  was_out_of_stock boolean not null,
  changed_at timestamp with time zone not null,
  joint_orders jsonb not null default '{}'::jsonb,
  constraint sales_days_pkey PRIMARY KEY (tenant_id, product_id, day),
  constraint sales_days_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, product_id) ON DELETE CASCADE
) partition by RANGE (day);
alter table sales_days enable row level security;
alter table sales_days force row level security;
create policy of_tenant on sales_days to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on sales_days to watchpost_worker using (true);

create table sales_spreadsheet_parts (
  tenant_id uuid not null,
  spreadsheet_id bigint not null,
  claimed_by uuid not null,
  part_no integer not null,
  bytes bytea not null,
  constraint sales_spreadsheet_parts_pkey PRIMARY KEY (tenant_id, spreadsheet_id, claimed_by, part_no),
  constraint sales_spreadsheet_parts_tenant_id_spreadsheet_id_fkey FOREIGN KEY (tenant_id, spreadsheet_id) REFERENCES sales_spreadsheets(tenant_id, spreadsheet_id) ON DELETE CASCADE
);
alter table sales_spreadsheet_parts enable row level security;
alter table sales_spreadsheet_parts force row level security;
create policy of_tenant on sales_spreadsheet_parts to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on sales_spreadsheet_parts to watchpost_worker using (true);

create table sales_spreadsheet_recipients (
  tenant_id uuid not null,
  spreadsheet_id bigint not null,
  email_address_id bigint not null,
  message_id text,
  constraint sales_spreadsheet_recipients_pkey PRIMARY KEY (tenant_id, spreadsheet_id, email_address_id),
  constraint sales_spreadsheet_recipients_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint sales_spreadsheet_recipients_tenant_id_spreadsheet_id_fkey FOREIGN KEY (tenant_id, spreadsheet_id) REFERENCES sales_spreadsheets(tenant_id, spreadsheet_id) ON DELETE CASCADE
);
CREATE INDEX sales_spreadsheet_recipients_address ON public.sales_spreadsheet_recipients USING btree (tenant_id, email_address_id);
CREATE INDEX sales_spreadsheet_recipients_message ON public.sales_spreadsheet_recipients USING btree (tenant_id, message_id);
alter table sales_spreadsheet_recipients enable row level security;
alter table sales_spreadsheet_recipients force row level security;
create policy of_tenant on sales_spreadsheet_recipients to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on sales_spreadsheet_recipients to watchpost_worker using (true);

create table sales_spreadsheets (
  tenant_id uuid not null,
  spreadsheet_id bigint not null generated always as identity,
  email_address_id bigint not null,
  product_id bigint,
  product_group_id text,
  from_day date not null,
  to_day date not null,
  requested_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  claimed_by uuid,
  claimed_until timestamp with time zone not null,
  attempts integer not null default 0,
  byte_count bigint,
  row_count bigint,
  seller_account_ids bigint[] not null default '{}'::bigint[],
  expires_at timestamp with time zone,
  includes_untracked boolean not null default false,
  constraint sales_spreadsheets_pkey PRIMARY KEY (tenant_id, spreadsheet_id),
  constraint sales_spreadsheets_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))),
  constraint sales_spreadsheets_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE,
  constraint sales_spreadsheets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX sales_spreadsheets_due ON public.sales_spreadsheets USING btree (claimed_until) WHERE (state = 'waiting'::text);
CREATE INDEX sales_spreadsheets_expiry ON public.sales_spreadsheets USING btree (expires_at) WHERE (state <> 'waiting'::text);
CREATE UNIQUE INDEX sales_spreadsheets_one ON public.sales_spreadsheets USING btree (tenant_id) WHERE (state = 'waiting'::text);
alter table sales_spreadsheets enable row level security;
alter table sales_spreadsheets force row level security;
create policy of_tenant on sales_spreadsheets to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on sales_spreadsheets to watchpost_worker using (true);

create table seller_accounts (
  tenant_id uuid not null,
  seller_account_id bigint not null generated always as identity,
  selling_partner_id text not null,
  region text not null,
  name text not null,
  nick_name text,
  refresh_token text not null,
  token_last6 text not null,
  may_need_reauthorization boolean not null default false,
  setup_completed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  authorized_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version bigint not null,
  probe_failures integer not null default 0,
  probe_at timestamp with time zone,
  loss_told_at timestamp with time zone,
  expiry_told_days integer,
  lost_at timestamp with time zone,
  constraint seller_accounts_pkey PRIMARY KEY (tenant_id, seller_account_id),
  constraint seller_accounts_nick_name_check CHECK ((char_length(nick_name) <= 70)),
  constraint seller_accounts_region_check CHECK ((region = ANY (ARRAY['NA'::text, 'EU'::text, 'IN'::text]))),
  constraint seller_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX seller_accounts_authorized ON public.seller_accounts USING btree (authorized_at);
CREATE UNIQUE INDEX seller_accounts_connected ON public.seller_accounts USING btree (tenant_id, selling_partner_id, region) WHERE (deleted_at IS NULL);
CREATE INDEX seller_accounts_deleted ON public.seller_accounts USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX seller_accounts_lost ON public.seller_accounts USING btree (probe_at) WHERE may_need_reauthorization;
alter table seller_accounts enable row level security;
alter table seller_accounts force row level security;
create policy of_tenant on seller_accounts to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on seller_accounts to watchpost_worker using (true);

create table seller_marketplaces (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  marketplace text not null,
  store_name text,
  account_status text,
  account_status_at timestamp with time zone,
  constraint seller_marketplaces_pkey PRIMARY KEY (tenant_id, seller_account_id, marketplace),
  constraint seller_marketplaces_account_status_check CHECK ((account_status = ANY (ARRAY['NORMAL'::text, 'AT_RISK'::text, 'DEACTIVATED'::text]))),
  constraint seller_marketplaces_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE
);
alter table seller_marketplaces enable row level security;
alter table seller_marketplaces force row level security;
create policy of_tenant on seller_marketplaces to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on seller_marketplaces to watchpost_worker using (true);

create table seller_names (
  tenant_id uuid not null,
  seller_id text not null,
  name text not null,
  seen_at timestamp with time zone not null,
  constraint seller_names_pkey PRIMARY KEY (tenant_id, seller_id),
  constraint seller_names_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table seller_names enable row level security;
alter table seller_names force row level security;
create policy of_tenant on seller_names to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on seller_names to watchpost_worker using (true);

create table selling_partners (
  selling_partner_id text not null,
  region text not null,
  tenant_id uuid not null,
  seller_account_id bigint not null,
  constraint selling_partners_pkey PRIMARY KEY (selling_partner_id, region, tenant_id)
);

create table service_periods (
  tenant_id uuid not null,
  served_from timestamp with time zone not null,
  served_to timestamp with time zone,
  constraint service_periods_pkey PRIMARY KEY (tenant_id, served_from),
  constraint service_periods_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table service_periods enable row level security;
alter table service_periods force row level security;
create policy of_tenant on service_periods to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on service_periods to watchpost_worker using (true);

create table sessions (
  tenant_id uuid not null,
  session_hash text not null,
  email_address_id bigint not null,
  keep_me_signed_in boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  browser text,
  last_seen_at timestamp with time zone not null,
  proved_at timestamp with time zone not null,
  passkey_challenge text,
  app_secret text,
  constraint sessions_pkey PRIMARY KEY (tenant_id, session_hash),
  constraint sessions_browser_check CHECK ((char_length(browser) <= 100)),
  constraint sessions_tenant_id_email_address_id_fkey FOREIGN KEY (tenant_id, email_address_id) REFERENCES email_addresses(tenant_id, email_address_id) ON DELETE CASCADE
);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy of_tenant on sessions to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on sessions to watchpost_worker using (true);

create table set_aside_turns (
  tenant_id uuid not null,
  chore text not null,
  process_id uuid not null,
  failures integer not null,
  last_error text not null,
  since timestamp with time zone not null,
  retry_at timestamp with time zone not null,
  is_retry_asked boolean not null default false,
  constraint set_aside_turns_pkey PRIMARY KEY (tenant_id, chore, process_id),
  constraint set_aside_turns_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table set_aside_turns enable row level security;
alter table set_aside_turns force row level security;
create policy of_tenant on set_aside_turns to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on set_aside_turns to watchpost_worker using (true);

create table subscription_refusals (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  notification_type text not null,
  reason text not null,
  refused_at timestamp with time zone not null,
  constraint subscription_refusals_pkey PRIMARY KEY (tenant_id, seller_account_id, notification_type),
  constraint subscription_refusals_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE
);
alter table subscription_refusals enable row level security;
alter table subscription_refusals force row level security;
create policy of_tenant on subscription_refusals to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on subscription_refusals to watchpost_worker using (true);

create table subscriptions (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  notification_type text not null,
  subscription_id text not null,
  created_at timestamp with time zone not null,
  last_event_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (tenant_id, seller_account_id, notification_type),
  constraint subscriptions_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE
);
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy of_tenant on subscriptions to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on subscriptions to watchpost_worker using (true);

create table sweeps (
  tenant_id uuid not null,
  seller_account_id bigint not null,
  marketplace text not null,
  source text not null,
  due_at timestamp with time zone not null,
  cursor jsonb,
  pass_started_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  finished_at timestamp with time zone,
  failures integer not null default 0,
  last_error text,
  missed_by_push integer not null default 0,
  failing_since timestamp with time zone,
  constraint sweeps_pkey PRIMARY KEY (tenant_id, seller_account_id, marketplace, source),
  constraint sweeps_tenant_id_seller_account_id_fkey FOREIGN KEY (tenant_id, seller_account_id) REFERENCES seller_accounts(tenant_id, seller_account_id) ON DELETE CASCADE
);
CREATE INDEX sweeps_due ON public.sweeps USING btree (due_at);
CREATE INDEX sweeps_failing ON public.sweeps USING btree (tenant_id, seller_account_id) WHERE (failures >= 3);
alter table sweeps enable row level security;
alter table sweeps force row level security;
create policy of_tenant on sweeps to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on sweeps to watchpost_worker using (true);

create table tenant_deletions (
  tenant_id uuid not null,
  requested_at timestamp with time zone not null,
  requested_by text not null,
  due_at timestamp with time zone not null,
  taken_back_at timestamp with time zone,
  begun_at timestamp with time zone,
  constraint tenant_deletions_pkey PRIMARY KEY (tenant_id),
  constraint tenant_deletions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX tenant_deletions_due ON public.tenant_deletions USING btree (due_at) WHERE (taken_back_at IS NULL);
alter table tenant_deletions enable row level security;
alter table tenant_deletions force row level security;
create policy of_tenant on tenant_deletions to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on tenant_deletions to watchpost_worker using (true);

create table tenant_exports (
  tenant_id uuid not null,
  export_id uuid not null,
  claimed_until timestamp with time zone not null,
  is_started boolean not null default false,
  constraint tenant_exports_pkey PRIMARY KEY (tenant_id),
  constraint tenant_exports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table tenant_exports enable row level security;
alter table tenant_exports force row level security;
create policy of_tenant on tenant_exports to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on tenant_exports to watchpost_worker using (true);

create table tenant_subscriptions (
  tenant_id uuid not null,
  state text not null default 'trial'::text,
  is_exempt boolean not null default false,
  addon_count integer not null default 0,
  daily_from date,
  frequency text not null default 'monthly'::text,
  period_from date not null,
  closed_through date not null,
  billed_through date not null,
  looked_at_through date not null default '-infinity'::date,
  carry_mills bigint not null default 0,
  ends_at timestamp with time zone,
  took_offer_at timestamp with time zone,
  billing_name text not null default ''::text,
  billing_address jsonb,
  customer_id text,
  budget_cents bigint,
  caps_tracking boolean not null default false,
  budget_told integer not null default 0,
  budget_told_in date,
  checked_on date,
  review_at timestamp with time zone,
  details_due_at timestamp with time zone,
  blocked_at timestamp with time zone,
  deletion_at timestamp with time zone,
  deletion_requested_at timestamp with time zone,
  data_deleted_at timestamp with time zone,
  forfeited_at timestamp with time zone,
  constraint tenant_subscriptions_pkey PRIMARY KEY (tenant_id),
  constraint tenant_subscriptions_addon_count_check CHECK ((addon_count >= 0)),
  constraint tenant_subscriptions_budget_cents_check CHECK ((budget_cents > 0)),
  constraint tenant_subscriptions_frequency_check CHECK ((frequency = ANY (ARRAY['daily'::text, 'monthly'::text]))),
  constraint tenant_subscriptions_state_check CHECK ((state = ANY (ARRAY['exempt'::text, 'trial'::text, 'missing'::text, 'active'::text, 'failed'::text, 'suspended'::text, 'blocked'::text, 'canceled'::text]))),
  constraint tenant_subscriptions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX tenant_subscriptions_blocked ON public.tenant_subscriptions USING btree (blocked_at) WHERE (blocked_at IS NOT NULL);
CREATE INDEX tenant_subscriptions_check ON public.tenant_subscriptions USING btree (checked_on NULLS FIRST);
CREATE INDEX tenant_subscriptions_customer ON public.tenant_subscriptions USING btree (customer_id);
CREATE INDEX tenant_subscriptions_details ON public.tenant_subscriptions USING btree (details_due_at) WHERE (details_due_at IS NOT NULL);
CREATE INDEX tenant_subscriptions_open ON public.tenant_subscriptions USING btree (closed_through);
CREATE INDEX tenant_subscriptions_review ON public.tenant_subscriptions USING btree (review_at);
CREATE INDEX tenant_subscriptions_unnoted ON public.tenant_subscriptions USING btree (tenant_id) WHERE ((state = 'blocked'::text) AND (blocked_at IS NULL));
alter table tenant_subscriptions enable row level security;
alter table tenant_subscriptions force row level security;
create policy of_tenant on tenant_subscriptions to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on tenant_subscriptions to watchpost_worker using (true);

create table tenants (
  tenant_id uuid not null,
  company_name text not null,
  account_type text not null,
  world_version bigint not null default 0,
  world_epoch text not null,
  announcement text,
  trial_ends_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  page_credits_per_day integer,
  suppressed_types text[] not null default '{}'::text[],
  group_statuses jsonb not null default '{}'::jsonb,
  package_id text,
  invite_code text,
  instant_alert boolean not null default true,
  alert_subject text not null default 'DETAILED'::text,
  batching_interval_minutes integer not null default 60,
  requires_two_factor boolean not null default false,
  is_served boolean not null default true,
  is_capped boolean not null default false,
  paused_at timestamp with time zone,
  is_watched boolean not null generated always as ((is_served AND (paused_at IS NULL))) stored,
  affiliate_ref text,
  tracks_new_products boolean not null default true,
  constraint tenants_pkey PRIMARY KEY (tenant_id),
  constraint tenants_account_type_check CHECK ((account_type = ANY (ARRAY['brand'::text, 'agency'::text, 'merchant'::text]))),
  constraint tenants_alert_subject_check CHECK ((alert_subject = ANY (ARRAY['SIMPLE'::text, 'DETAILED'::text]))),
  constraint tenants_batching_interval_minutes_check CHECK (((batching_interval_minutes >= 60) AND (batching_interval_minutes <= 1440))),
  constraint tenants_page_credits_per_day_check CHECK ((page_credits_per_day >= 0))
);
CREATE INDEX tenants_turned ON public.tenants USING btree (tenant_id) WHERE (is_served = (paused_at IS NOT NULL));
alter table tenants enable row level security;
alter table tenants force row level security;
create policy of_tenant on tenants to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on tenants to watchpost_worker using (true);

create table token_calls (
  tenant_id uuid not null,
  access_token_id bigint not null,
  window_from timestamp with time zone not null,
  calls integer not null,
  constraint token_calls_pkey PRIMARY KEY (tenant_id, access_token_id),
  constraint token_calls_tenant_id_access_token_id_fkey FOREIGN KEY (tenant_id, access_token_id) REFERENCES access_tokens(tenant_id, access_token_id) ON DELETE CASCADE
);
alter table token_calls enable row level security;
alter table token_calls force row level security;
create policy of_tenant on token_calls to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on token_calls to watchpost_worker using (true);

create table token_tenants (
  token_hash text not null,
  tenant_id uuid not null,
  constraint token_tenants_pkey PRIMARY KEY (token_hash)
);

create table tracking_periods (
  tenant_id uuid not null,
  product_id bigint not null,
  tracked_from timestamp with time zone not null,
  tracked_to timestamp with time zone,
  constraint tracking_periods_pkey PRIMARY KEY (tenant_id, product_id, tracked_from),
  constraint tracking_periods_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES products(tenant_id, product_id) ON DELETE CASCADE
);
alter table tracking_periods enable row level security;
alter table tracking_periods force row level security;
create policy of_tenant on tracking_periods to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on tracking_periods to watchpost_worker using (true);

create table usage_days (
  tenant_id uuid not null,
  day date not null,
  asins integer not null,
  is_trial boolean not null,
  rate_card_id text,
  rate_card_from date,
  regular_mills bigint not null,
  discount_percent integer not null,
  mills bigint not null,
  closed_at timestamp with time zone not null,
  constraint usage_days_pkey PRIMARY KEY (tenant_id, day),
  constraint usage_days_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table usage_days enable row level security;
alter table usage_days force row level security;
create policy of_tenant on usage_days to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on usage_days to watchpost_worker using (true);

create table watchdog_settings (
  tenant_id uuid not null,
  type text not null,
  settings jsonb not null,
  version bigint not null,
  constraint watchdog_settings_pkey PRIMARY KEY (tenant_id, type),
  constraint watchdog_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
alter table watchdog_settings enable row level security;
alter table watchdog_settings force row level security;
create policy of_tenant on watchdog_settings to public using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy of_worker on watchdog_settings to watchpost_worker using (true);
