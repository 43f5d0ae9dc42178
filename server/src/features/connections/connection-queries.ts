import { sql } from 'kysely';
import type { Connection } from '@app/shared/contract/connections.ts';
import type { Executor, Tx } from '../../lib/db/db.ts';
import { announceWork } from '../../lib/jobs/work-bells.ts';
import type { ConnectionKey } from './service.ts';

/**
 * The beginning of the subject of a connection that its owner has ended. It waits for the worker to take our access
 * back: a service ends the access of all connections to one account together, and only the worker may look whether
 * another tenant has such a connection.
 */
export const endedPrefix = 'ended ';

interface Subject {
  readonly tenantId: string;
  readonly service: string;
  readonly subject: string;
}

export interface StoredConnection extends Subject, ConnectionKey {
  readonly authorizationId: string | null;
  readonly title: string;
  /** The account at the service. */
  readonly label: string;
  readonly state: Connection['state'];
  readonly reason: string | null;
  readonly since: Date;
  readonly lastSuccessAt: Date | null;
  readonly nextTryAt: Date | null;
  readonly failures: number;
  readonly encryptedRefreshToken: string | null;
  readonly encryptedAccessToken: string | null;
  readonly accessExpiresAt: Date | null;
  readonly refreshedUntil: Date | null;
}

const fields = sql`
           c.tenant_id as "tenantId",
           c.connection_id as "connectionId",
           c.service,
           c.subject,
           c.integration_authorization_id as "authorizationId",
           c.title,
           c.label,
           c.state,
           c.reason,
           c.since,
           c.last_success_at as "lastSuccessAt",
           c.next_try_at as "nextTryAt",
           c.failures,
           c.refresh_token as "encryptedRefreshToken",
           c.access_token as "encryptedAccessToken",
           c.access_expires_at as "accessExpiresAt",
           c.refreshed_until as "refreshedUntil"`;

export async function findConnection(
  tx: Tx,
  { tenantId, service, subject }: Subject,
): Promise<StoredConnection | null> {
  const { rows } = await sql<StoredConnection>`
    select ${fields}
      from connections c
     where c.tenant_id = ${tenantId}
       and c.service = ${service}
       and c.subject = ${subject}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the connections of a tenant to a service, for all subjects. */
export async function listConnections(
  tx: Tx,
  { tenantId, service }: Pick<Subject, 'tenantId' | 'service'>,
): Promise<readonly StoredConnection[]> {
  const { rows } = await sql<StoredConnection>`
    select ${fields}
      from connections c
     where c.tenant_id = ${tenantId}
       and c.service = ${service}
     order by c.connection_id`.execute(tx);
  return rows;
}

/** Locks the connection until the transaction ends, so that several processes decide about it one after the other. */
export async function lockConnection(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
): Promise<StoredConnection | null> {
  const { rows } = await sql<StoredConnection>`
    select ${fields}
      from connections c
     where c.tenant_id = ${tenantId}
       and c.connection_id = ${connectionId}
       for update`.execute(tx);
  return rows[0] ?? null;
}

/** Finds the connection of an entry in the list of applications that may act for the account. */
export async function findByAuthorization(
  tx: Tx,
  tenantId: string,
  authorizationId: string,
): Promise<StoredConnection | null> {
  const { rows } = await sql<StoredConnection>`
    select ${fields}
      from connections c
     where c.tenant_id = ${tenantId}
       and c.integration_authorization_id = ${authorizationId}`.execute(tx);
  return rows[0] ?? null;
}

interface NewConnection extends Subject {
  readonly authorizationId: string | null;
  readonly title: string;
  readonly label: string;
  readonly encryptedRefreshToken: string;
  readonly encryptedAccessToken: string;
  readonly accessExpiresAt: Date;
  readonly now: Date;
}

/**
 * Inserts a connection or gives an existing one new tokens. The connection is due immediately. If the owner was
 * informed of a break, the note about that is kept until the connection has worked.
 */
export async function upsertConnection(tx: Tx, connection: NewConnection): Promise<string> {
  const { rows } = await sql<{ connectionId: string }>`
    insert into connections (
      tenant_id, service, subject, integration_authorization_id, title, label, state, since, next_try_at,
      refresh_token, access_token, access_expires_at
    )
    values (
      ${connection.tenantId}, ${connection.service}, ${connection.subject}, ${connection.authorizationId},
      ${connection.title}, ${connection.label}, 'pending', ${connection.now}, ${connection.now},
      ${connection.encryptedRefreshToken}, ${connection.encryptedAccessToken}, ${connection.accessExpiresAt}
    )
    on conflict (tenant_id, service, subject) do update
       set title = excluded.title,
           label = excluded.label,
           state = excluded.state,
           reason = null,
           since = excluded.since,
           next_try_at = excluded.next_try_at,
           failures = 0,
           refresh_token = excluded.refresh_token,
           access_token = excluded.access_token,
           access_expires_at = excluded.access_expires_at,
           refreshed_by = null,
           refreshed_until = null
    returning connection_id as "connectionId"`.execute(tx);
  announceWork('connections');
  const [row] = rows;
  if (!row) throw new Error('The connection has no id');
  return row.connectionId;
}

/** Inserts an entry in the list of applications that may act for the account. */
export async function insertAuthorization(
  tx: Tx,
  { tenantId, title, now }: { readonly tenantId: string; readonly title: string; readonly now: Date },
): Promise<string> {
  const { rows } = await sql<{ authorizationId: string }>`
    insert into integration_authorizations (tenant_id, name, authorized_at)
    values (${tenantId}, ${title}, ${now})
    returning integration_authorization_id as "authorizationId"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The authorization has no id');
  return row.authorizationId;
}

export async function noteConsent(
  tx: Tx,
  { tenantId, authorizationId, now }: { tenantId: string; authorizationId: string; now: Date },
): Promise<void> {
  await sql`
    update integration_authorizations
       set authorized_at = ${now}
     where tenant_id = ${tenantId}
       and integration_authorization_id = ${authorizationId}`.execute(tx);
}

/** Deletes the entry in the list of applications, which also deletes the connection. */
export async function deleteAuthorization(tx: Tx, tenantId: string, authorizationId: string): Promise<void> {
  await sql`
    delete from integration_authorizations
     where tenant_id = ${tenantId}
       and integration_authorization_id = ${authorizationId}`.execute(tx);
}

export async function deleteConnection(tx: Tx, { tenantId, connectionId }: ConnectionKey): Promise<void> {
  await sql`
    delete from connections
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}`.execute(tx);
}

/** Deletes all connections of a tenant whose data is deleted, with their entries in the list of applications. */
export async function forgetConnections(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    delete from integration_authorizations i
     using connections c
     where i.tenant_id = ${tenantId}
       and c.tenant_id = ${tenantId}
       and c.integration_authorization_id = i.integration_authorization_id`.execute(tx);
  await sql`delete from connections where tenant_id = ${tenantId}`.execute(tx);
}

interface EndedConnection {
  readonly subject: string;
  readonly now: Date;
  /** The refresh token, encrypted for the new subject. */
  readonly sealedRefreshToken: string;
}

/** Takes a connection out of use and out of the list of applications. It is due immediately. */
export async function endConnection(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { subject, now, sealedRefreshToken }: EndedConnection,
): Promise<void> {
  await sql`
    update connections
       set subject = ${subject},
           integration_authorization_id = null,
           state = 'pending',
           reason = null,
           next_try_at = ${now},
           failures = 0,
           refresh_token = ${sealedRefreshToken},
           access_token = null,
           access_expires_at = null,
           refreshed_by = null,
           refreshed_until = null
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}`.execute(tx);
  announceWork('connections');
}

/** Lists due connections of all tenants whose service is on, and ended ones of every tenant. */
export async function listDueConnections(
  db: Executor,
  { service, now, most }: { readonly service: string; readonly now: Date; readonly most: number },
): Promise<readonly ConnectionKey[]> {
  const { rows } = await sql<ConnectionKey>`
    select c.tenant_id as "tenantId", c.connection_id as "connectionId"
      from connections c
      join tenants t
        on t.tenant_id = c.tenant_id
     where c.service = ${service}
       and c.next_try_at <= ${now}
       and (t.is_watched or c.subject like ${`${endedPrefix}%`})
     order by c.next_try_at
     limit ${most}`.execute(db);
  return rows;
}

/** Gives a claimed connection back before its lease ends, unless the connection is not to be tried any more. */
export async function releaseConnection(tx: Tx, { tenantId, connectionId }: ConnectionKey, dueAt: Date): Promise<void> {
  await sql`
    update connections
       set next_try_at = ${dueAt}
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}
       and next_try_at is not null`.execute(tx);
}

/** Claims a due connection by moving its next try to the end of a lease. `null` if another process was faster. */
export async function claimConnection(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<StoredConnection | null> {
  const { rows } = await sql<StoredConnection>`
    update connections as c
       set next_try_at = ${until}
     where c.tenant_id = ${tenantId}
       and c.connection_id = ${connectionId}
       and c.next_try_at <= ${now}
    returning ${fields}`.execute(tx);
  return rows[0] ?? null;
}
