import { sql } from 'kysely';
import type { Tx } from '../../../lib/db/db.ts';
import type { AddressKey } from '../../accounts/queries.ts';
import type { SessionKey } from '../sessions/session-queries.ts';

export interface StoredPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: string[];
}

export async function findPasskey(
  tx: Tx,
  { tenantId, emailAddressId, credentialId }: AddressKey & { readonly credentialId: string },
): Promise<StoredPasskey | null> {
  const { rows } = await sql<StoredPasskey & { counter: string }>`
    select p.credential_id as "credentialId",
           p.public_key as "publicKey",
           p.counter,
           p.transports
      from passkeys p
     where p.tenant_id = ${tenantId}
       and p.email_address_id = ${emailAddressId}
       and p.credential_id = ${credentialId}`.execute(tx);
  const [row] = rows;
  return row ? { ...row, counter: Number(row.counter), publicKey: new Uint8Array(row.publicKey) } : null;
}

interface NewPasskey extends AddressKey, StoredPasskey {
  readonly name: string;
  readonly createdAt: Date;
}

/** Returns false if the address already has this passkey. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const { rows } = await sql`
    insert into passkeys (
      tenant_id, email_address_id, credential_id, public_key, counter, transports, name, created_at
    )
    values (
      ${passkey.tenantId}, ${passkey.emailAddressId}, ${passkey.credentialId}, ${Buffer.from(passkey.publicKey)},
      ${passkey.counter}, ${passkey.transports}::text[], ${passkey.name}, ${passkey.createdAt}
    )
    on conflict (tenant_id, email_address_id, credential_id) do nothing
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function setPasskeyUsed(
  tx: Tx,
  used: AddressKey & { readonly credentialId: string; readonly counter: number; readonly now: Date },
): Promise<void> {
  await sql`
    update passkeys
       set counter = ${used.counter},
           last_used_at = ${used.now}
     where tenant_id = ${used.tenantId}
       and email_address_id = ${used.emailAddressId}
       and credential_id = ${used.credentialId}`.execute(tx);
}

export interface ListedPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export async function listPasskeys(
  tx: Tx,
  { tenantId, emailAddressId }: AddressKey,
): Promise<readonly ListedPasskey[]> {
  const { rows } = await sql<ListedPasskey>`
    select p.passkey_id as id,
           p.name,
           p.created_at as "createdAt",
           p.last_used_at as "lastUsedAt"
      from passkeys p
     where p.tenant_id = ${tenantId}
       and p.email_address_id = ${emailAddressId}
     order by p.passkey_id`.execute(tx);
  return rows;
}

/** Returns the name of the deleted passkey, or `null` if the address has no such passkey. */
export async function deletePasskey(
  tx: Tx,
  { tenantId, emailAddressId, id }: AddressKey & { readonly id: string },
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    delete from passkeys
     where tenant_id = ${tenantId}
       and email_address_id = ${emailAddressId}
       and passkey_id = ${id}
    returning name`.execute(tx);
  return rows[0]?.name ?? null;
}

export async function setSessionChallenge(
  tx: Tx,
  { tenantId, sessionHash, challenge }: SessionKey & { readonly challenge: string },
): Promise<void> {
  await sql`
    update sessions
       set passkey_challenge = ${challenge}
     where tenant_id = ${tenantId}
       and session_hash = ${sessionHash}`.execute(tx);
}

/** Returns the challenge and clears it, so that it can be used once. */
export async function takeSessionChallenge(tx: Tx, { tenantId, sessionHash }: SessionKey): Promise<string | null> {
  const { rows } = await sql<{ challenge: string | null }>`
    with before as (
      select s.passkey_challenge as challenge
        from sessions s
       where s.tenant_id = ${tenantId}
         and s.session_hash = ${sessionHash}
         for update
    )
    update sessions s
       set passkey_challenge = null
      from before b
     where s.tenant_id = ${tenantId}
       and s.session_hash = ${sessionHash}
    returning b.challenge`.execute(tx);
  return rows[0]?.challenge ?? null;
}
