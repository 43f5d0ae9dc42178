import { sql } from 'kysely';
import type { Program } from '../../../http/actor.ts';
import { json, type Executor, type Tx } from '../../../lib/db/db.ts';

interface RequestKey {
  readonly tenantId: string;
  /** Keys of an authorisation outlive its access tokens, which are renewed every hour. */
  readonly token: Program['token'];
  readonly key: string;
  readonly requestHash: string;
}

/**
 * Keeps the token of a program, and the authorisation to which it belongs, from being deleted until the end of the
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
  const { tenantId, key, requestHash, now } = request;
  const { authorizationId, accessTokenId } = request.token;
  const { rows } = await sql`
    insert into idempotent_answers (
      tenant_id, integration_authorization_id, access_token_id, idempotency_key, request_hash, answered_at
    )
    values (
      ${tenantId}, ${authorizationId}, ${authorizationId === null ? accessTokenId : null}, ${key}, ${requestHash}, ${now}
    )
    on conflict do nothing
    returning idempotency_key`.execute(tx);
  return rows.length > 0;
}

export async function storeAnswer(tx: Tx, request: RequestKey & { readonly answer: unknown }): Promise<void> {
  await sql`
    update idempotent_answers
       set answer = ${json(request.answer)}::jsonb
     where tenant_id = ${request.tenantId}
       and program = ${nameProgram(request)}
       and idempotency_key = ${request.key}`.execute(tx);
}

/** The value of the generated column `program`. */
const nameProgram = ({ token: { authorizationId, accessTokenId } }: RequestKey): string =>
  authorizationId === null ? `token ${accessTokenId}` : `authorization ${authorizationId}`;

interface StoredAnswer {
  readonly requestHash: string;
  readonly answer: unknown;
}

export async function findAnswer(tx: Tx, request: RequestKey): Promise<StoredAnswer | null> {
  const { rows } = await sql<StoredAnswer>`
    select r.request_hash as "requestHash", r.answer
      from idempotent_answers r
     where r.tenant_id = ${request.tenantId}
       and r.program = ${nameProgram(request)}
       and r.idempotency_key = ${request.key}`.execute(tx);
  return rows[0] ?? null;
}

/** Deletes answers of all tenants. For the worker. */
export async function forgetAnswers(db: Executor, answeredBefore: Date): Promise<void> {
  await sql`delete from idempotent_answers where answered_at < ${answeredBefore}`.execute(db);
}
