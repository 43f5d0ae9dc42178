import { sql } from 'kysely';
import { logIn } from '@app/shared/contract/auth.ts';
import type { Browser } from './browser.ts';
import { ownersPassword, type Owner, type TestApi } from './api.ts';

export interface User extends Browser {
  readonly email: string;
  readonly emailAddressId: string;
}

let users = 0;

/** Creates another user of the owner's account with the same password, and logs in. */
export async function addUser(api: TestApi, { tenantId, email: ownersEmail }: Owner): Promise<User> {
  users += 1;
  const email = `user${users}@example.com`;
  const emailAddressId = await api.ctx.db.tenant(tenantId, async (tx) => {
    const { rows: owners } = await sql<{ passwordHash: string; createdAt: Date }>`
      select e.password_hash as "passwordHash", e.created_at as "createdAt"
        from email_addresses e
       where e.tenant_id = ${tenantId}
         and e.email = ${ownersEmail}`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      insert into email_addresses (tenant_id, email, is_primary, is_user, password_hash, created_at)
      values (${tenantId}, ${email}, false, true, ${owners[0]?.passwordHash}, ${owners[0]?.createdAt})
      returning email_address_id as id`.execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`insert into logins (email, tenant_id, email_address_id) values (${email}, ${tenantId}, ${id})`.execute(
      tx,
    );
    return id;
  });
  const browser = api.browser();
  await browser.call(logIn, { body: { email, password: ownersPassword } });
  return Object.assign(browser, { email, emailAddressId });
}
