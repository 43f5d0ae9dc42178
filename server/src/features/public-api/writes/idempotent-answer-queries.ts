import { sql } from 'kysely';
import type { Program } from '../../../http/actor.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';

export interface RequestKey {
  readonly tenantId: string;
  readonly accessTokenId: string;
  readonly key: string;
  readonly requestHash: string;
}

/**
 * Keeps the token of a program, and the authorisation of which it came, from being deleted until the end of the
 * transaction. Returns false if it was revoked since the program was admitted. The authorisation is locked first, as
 * when it is deleted.
 */
export async function holdToken(tx: Tx, { tenantId, token }: Program): Promise<boolean> {
  await sql`
    select
      from integration_authorizations i
     where i.tenant_id = ${tenantId}
       and i.integration_authorization_id = ${token.authorizationId}::bigint
       for key share`.execute(tx);
  const { rows } = await sql`
    select a.access_token_id
      from access_tokens a
     where a.tenant_id = ${tenantId}
       and a.access_token_id = ${token.accessTokenId}
       for key share`.execute(tx);
  return rows.length > 0;
}

/** Returns false if the key was used before. Waits for a transaction that is using it. */
export async function claimKey(tx: Tx, request: RequestKey & { readonly now: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotent_answers (tenant_id, access_token_id, idempotency_key, request_hash, answered_at)
    values (${request.tenantId}, ${request.accessTokenId}, ${request.key}, ${request.requestHash}, ${request.now})
    on conflict do nothing
    returning idempotency_key`.execute(tx);
  return rows.length > 0;
}

export async function storeAnswer(tx: Tx, request: RequestKey & { readonly answer: unknown }): Promise<void> {
  await sql`
    update idempotent_answers
       set answer = ${json(request.answer)}::jsonb
     where tenant_id = ${request.tenantId}
       and access_token_id = ${request.accessTokenId}
       and idempotency_key = ${request.key}`.execute(tx);
}

interface StoredAnswer {
  readonly requestHash: string;
  readonly answer: unknown;
}

export async function findAnswer(tx: Tx, request: RequestKey): Promise<StoredAnswer | null> {
  const { rows } = await sql<StoredAnswer>`
    select r.request_hash as "requestHash", r.answer
      from idempotent_answers r
     where r.tenant_id = ${request.tenantId}
       and r.access_token_id = ${request.accessTokenId}
       and r.idempotency_key = ${request.key}`.execute(tx);
  return rows[0] ?? null;
}

/** Deletes answers of all tenants. For the worker. */
export async function forgetAnswers(db: Executor, answeredBefore: Date): Promise<void> {
  await sql`delete from idempotent_answers where answered_at < ${answeredBefore}`.execute(db);
}
