import { sql } from 'kysely';
import type { Executor, Tx } from '../../lib/db/db.ts';

/** A consent that was begun. */
export interface ConnectionRequest {
  readonly subject: string;
  readonly returnPath: string;
  readonly sealedVerifier: string;
  readonly expiresAt: Date;
}

interface RequestKey {
  readonly tenantId: string;
  readonly stateHash: string;
  readonly service: string;
  readonly emailAddressId: string;
  readonly sessionHash: string;
}

export async function insertConnectionRequest(tx: Tx, request: ConnectionRequest & RequestKey): Promise<void> {
  await sql`
    insert into connection_requests (
      tenant_id, state_hash, email_address_id, session_hash, service, subject, return_path, sealed_verifier, expires_at
    )
    values (
      ${request.tenantId}, ${request.stateHash}, ${request.emailAddressId}, ${request.sessionHash}, ${request.service},
      ${request.subject}, ${request.returnPath}, ${request.sealedVerifier}, ${request.expiresAt}
    )`.execute(tx);
}

/** Takes a request exactly once, and only in the session that began it. */
export async function takeConnectionRequest(tx: Tx, key: RequestKey): Promise<ConnectionRequest | null> {
  const { rows } = await sql<ConnectionRequest>`
    delete from connection_requests
     where tenant_id = ${key.tenantId}
       and state_hash = ${key.stateHash}
       and service = ${key.service}
       and email_address_id = ${key.emailAddressId}
       and session_hash = ${key.sessionHash}
    returning subject,
              return_path as "returnPath",
              sealed_verifier as "sealedVerifier",
              expires_at as "expiresAt"`.execute(tx);
  return rows[0] ?? null;
}

/** Deletes requests of all tenants that expired before the instant. */
export async function forgetConnectionRequests(db: Executor, expiredBefore: Date): Promise<void> {
  await sql`delete from connection_requests where expires_at < ${expiredBefore}`.execute(db);
}
