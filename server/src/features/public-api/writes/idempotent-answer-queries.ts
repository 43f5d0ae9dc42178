import { sql } from 'kysely';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';

export interface RequestKey {
  readonly tenantId: string;
  readonly accessTokenId: string;
  readonly key: string;
  readonly requestHash: string;
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
