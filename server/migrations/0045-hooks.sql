-- Hooks: channels that programs subscribe by themselves, for one event each (REST hooks).

alter table channels
  -- The event of a hook; null for a channel that people have set up.
  add column hook_event text check (hook_event in ('alertRaised', 'alertHealed')),
  -- The choice of seller accounts and kinds of watchdogs; null without a choice.
  add column hook_seller_account_ids bigint[],
  add column hook_types text[],
  -- The person whose rights the hook has.
  add column email_address_id bigint,
  -- The personal token or the authorisation with which a program has subscribed the hook. When it ends, the hook ends
  -- too.
  add column access_token_id bigint,
  add column integration_authorization_id bigint,
  add constraint channels_hook_check check (hook_event is null or email_address_id is not null),
  add foreign key (tenant_id, email_address_id) references email_addresses (tenant_id, email_address_id)
    on delete cascade,
  add foreign key (tenant_id, access_token_id) references access_tokens on delete cascade,
  add foreign key (tenant_id, integration_authorization_id) references integration_authorizations on delete cascade;
create index channels_address on channels (tenant_id, email_address_id);
create index channels_token on channels (tenant_id, access_token_id);
create index channels_authorization on channels (tenant_id, integration_authorization_id);
