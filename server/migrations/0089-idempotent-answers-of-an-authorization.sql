-- The access tokens of an authorisation are renewed every hour, and a program may repeat a request after that. So an
-- idempotency key belongs to the authorisation, or to the token if it is a personal access token.
alter table idempotent_answers
  add column integration_authorization_id bigint;
alter table idempotent_answers
  add column program text generated always as (
    coalesce('authorization ' || integration_authorization_id::text, 'token ' || access_token_id::text)
  ) stored;
alter table idempotent_answers drop constraint idempotent_answers_pkey;
alter table idempotent_answers alter column access_token_id drop not null;
alter table idempotent_answers add primary key (tenant_id, program, idempotency_key);
alter table idempotent_answers
  add foreign key (tenant_id, integration_authorization_id) references integration_authorizations on delete cascade;
create index idempotent_answers_authorization on idempotent_answers (tenant_id, integration_authorization_id);
create index idempotent_answers_token on idempotent_answers (tenant_id, access_token_id);
