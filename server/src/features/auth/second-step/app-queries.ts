import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import type { AddressKey } from '../../accounts/queries.ts';
import type { SessionKey } from '../sessions/session-queries.ts';

export interface StoredApp {
  /** The encrypted secret of the app. */
  readonly secret: string;
  readonly createdAt: Date;
}

export async function findApp(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<StoredApp | null> {
  const { rows } = await sql<StoredApp>`
    select a.secret,
           a.created_at as "createdAt"
      from authenticator_apps a
     where a.tenant_id = ${tenantId}
       and a.email_address_id = ${emailAddressId}`.execute(tx);
  return rows[0] ?? null;
}

/** Replaces the app that the address had before. */
export async function putApp(tx: Tx, app: AddressKey & StoredApp & { readonly lastStep: number }): Promise<void> {
  await sql`
    insert into authenticator_apps (tenant_id, email_address_id, secret, last_step, created_at)
    values (${app.tenantId}, ${app.emailAddressId}, ${app.secret}, ${app.lastStep}, ${app.createdAt})
    on conflict (tenant_id, email_address_id) do update
       set secret = excluded.secret,
           last_step = excluded.last_step,
           created_at = excluded.created_at`.execute(tx);
}

/** Marks a 30 s step as used. Returns false if a code of this step or of a later one was accepted before. */
export async function takeStep(
  tx: Tx,
  { tenantId, emailAddressId, step }: AddressKey & { readonly step: number },
): Promise<boolean> {
  const { rows } = await sql`
    update authenticator_apps
       set last_step = ${step}
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and last_step < ${step}
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function deleteApp(tx: Tx, { tenantId, emailAddressId }: AddressKey): Promise<boolean> {
  const { rows } = await sql`
    delete from authenticator_apps
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Stores the secret of an app that is being added in this session. */
export async function setSessionSecret(
  tx: Tx,
  { tenantId, sessionHash, secret }: SessionKey & { readonly secret: string | null },
): Promise<void> {
  await sql`
    update sessions
       set app_secret = ${secret}
     where tenant_id = ${tenantId}
       and session_hash = ${sessionHash}`.execute(tx);
}

export async function findSessionSecret(tx: Tx, { tenantId, sessionHash }: SessionKey): Promise<string | null> {
  const { rows } = await sql<{ secret: string | null }>`
    select s.app_secret as secret
      from sessions s
     where s.tenant_id = ${tenantId}
       and s.session_hash = ${sessionHash}`.execute(tx);
  return rows[0]?.secret ?? null;
}
