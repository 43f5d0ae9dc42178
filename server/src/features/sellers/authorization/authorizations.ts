import { sql } from 'kysely';
import { AppError } from '@app/shared/base/errors.ts';
import type { authorizations } from '@app/shared/contract/sellers.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { recordAudit } from '../../accounts/audit.ts';

interface Authorization {
  readonly id: string;
  readonly name: string;
  readonly authorizedAt: Date;
  /** The other user for whom the program acts; `null` for those of the viewer and of the tenant. */
  readonly email: string | null;
}

/** Lists the authorisations that the viewer gave, or all of the tenant for the owner, the oldest first. */
export async function listAuthorizations(
  ctx: Pick<Context, 'db'>,
  { tenantId, emailAddressId, isOwner }: Actor,
): Promise<Answer<typeof authorizations>> {
  const { rows } = await ctx.db.tenant(tenantId, (tx) =>
    sql<Authorization>`
      select i.integration_authorization_id as id, i.name, i.authorized_at as "authorizedAt", e.email
        from integration_authorizations i
        left join email_addresses e
          on e.tenant_id = ${tenantId}
         and e.email_address_id = i.email_address_id
         and e.email_address_id <> ${emailAddressId}
       where i.tenant_id = ${tenantId}
         and (${isOwner} or i.email_address_id = ${emailAddressId})
       order by i.integration_authorization_id`.execute(tx),
  );
  return {
    authorizations: rows.map(({ id, name, authorizedAt, email }) => ({
      id,
      name,
      timestamp: secondsOf(authorizedAt),
      ...(email !== null && { email }),
    })),
  };
}

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Functions of other features, passed in by the program that composes them. */
export interface RevokeParts {
  /** Ends the connection of this entry, if it belongs to one, so that our access is taken back at its service. */
  endConnection(entry: { readonly tenantId: string; readonly authorizationId: string }): Promise<void>;
}

/** Connections are the owner's. Other users can revoke only what acts for them, which is never a connection. */
export async function revokeAuthorization(
  ctx: Pick<Context, 'db' | 'clock'> & RevokeParts,
  { tenantId, emailAddressId, email, isOwner }: Actor,
  id: string,
): Promise<void> {
  if (isOwner) await ctx.endConnection({ tenantId, authorizationId: id });
  await ctx.db.tenant(tenantId, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      delete from integration_authorizations
       where tenant_id = ${tenantId}
         and integration_authorization_id = ${id}
         and (${isOwner} or email_address_id = ${emailAddressId})
      returning name`.execute(tx);
    const [gone] = rows;
    if (!gone) throw new AppError('notFound');
    const event = { actor: email, action: 'authorization revoked', subject: gone.name };
    await recordAudit(tx, [{ tenantId, at: ctx.clock.now(), ...event }]);
  });
}
