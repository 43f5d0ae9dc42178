import { sql } from 'kysely';
import type { Executor, Tx } from '../../../lib/db/db.ts';

export interface Login {
  readonly tenantId: string;
  readonly emailAddressId: string;
}

/** @param email a login key: without blanks and in lower case. */
export async function findLogin(db: Executor, email: string): Promise<Login | null> {
  const { rows } = await sql<Login>`
    select l.tenant_id as "tenantId",
           l.email_address_id as "emailAddressId"
      from logins l
     where l.email = ${email}`.execute(db);
  return rows[0] ?? null;
}

/** Returns false if the address already logs in to an account of any tenant. */
export async function insertLogin(tx: Tx, login: Login & { readonly email: string }): Promise<boolean> {
  const { rows } = await sql`
    insert into logins (email, tenant_id, email_address_id)
    values (${login.email}, ${login.tenantId}, ${login.emailAddressId})
    on conflict (email) do nothing
    returning email`.execute(tx);
  return rows.length > 0;
}

/** Reverses the count of an attempt that turned out to be right. */
export async function takeAttemptBack(db: Executor, subject: string): Promise<void> {
  await sql`
    update login_attempts
       set failures = failures - 1
     where subject = ${subject}
       and failures > 0`.execute(db);
}

export async function forgetAttempts(db: Executor, subject: string): Promise<void> {
  await sql`
    delete from login_attempts
     where subject = ${subject}`.execute(db);
}

export async function forgetOldAttempts(db: Executor, begunBefore: Date): Promise<void> {
  await sql`delete from login_attempts where last_at < ${begunBefore}`.execute(db);
}
