import { sql } from 'kysely';
import type { AccountEvent } from '@app/shared/contract/public-api/hooks.ts';
import type { TestApi } from '../http/api.ts';

type Account = { readonly tenantId: string };

/** Subscribes a hook of the owner to the event, at an address that is never called. */
export async function subscribeHook(
  { worker }: Pick<TestApi, 'worker'>,
  owner: Account,
  event: AccountEvent,
): Promise<void> {
  await worker.tenant(owner.tenantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select e.email_address_id as id
        from email_addresses e
       where e.tenant_id = ${owner.tenantId}
         and e.is_primary`.execute(tx);
    await sql`
      insert into channels (
        tenant_id, kind, name, sealed_address, address_hint, created_at, hook_event, email_address_id
      )
      values (${owner.tenantId}, 'webhook', 'Hook', 'k1.x', 'x', now(), ${event}, ${rows[0]?.id})`.execute(tx);
  });
}

/** The events that wait for hooks, in their order. */
export const listEvents = ({ worker }: Pick<TestApi, 'worker'>, owner: Account) =>
  worker.tenant(owner.tenantId, async (tx) => {
    const { rows } = await sql<{ kind: string; subject: string; reason: string | null }>`
      select m.kind, m.subject, m.reason
        from messages m
       where m.tenant_id = ${owner.tenantId}
         and m.purpose = 'event'
       order by m.message_no`.execute(tx);
    return rows;
  });
