import { sql } from 'kysely';
import { epochSeconds } from '@app/shared/base/time.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { authorizations } from '@app/shared/contract/sellers.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';

interface Authorization {
  readonly id: string;
  readonly name: string;
  readonly authorizedAt: Date;
  /** The other user for whom the program acts; `null` for those of the viewer and of the tenant. */
  readonly email: string | null;
}

/** The authorisations that a call concerns: all of the tenant, for the owner, or those that the viewer gave. */
type Extent = 'all' | 'own';

/** Lists the authorisations, the oldest first. */
export async function listAuthorizations(
  ctx: Pick<Context, 'db'>,
  { tenantId, emailAddressId }: Actor,
  extent: Extent,
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
         and (${extent === 'all'} or i.email_address_id = ${emailAddressId})
       order by i.integration_authorization_id`.execute(tx),
  );
  return {
    authorizations: rows.map(({ id, name, authorizedAt, email }) => ({
      id,
      name,
      timestamp: epochSeconds(authorizedAt),
      ...(email !== null && { email }),
    })),
  };
}

/** Functions of other features, passed in by the program that composes them. */
export interface RevokeParts {
  /** Ends the connection of this entry, if it belongs to one, so that our access is taken back at its service. */
  endConnection(entry: { readonly tenantId: string; readonly authorizationId: string }): Promise<void>;
}

interface Revocation {
  readonly id: string;
  readonly extent: Extent;
}

/**
 * Revokes an authorisation: one of the account (`all`), which may belong to a connection, or one by which a program acts
 * for the user.
 */
export async function revokeAuthorization(
  ctx: Pick<Context, 'db' | 'clock'> & RevokeParts,
  { tenantId, emailAddressId, email }: Actor,
  { id, extent }: Revocation,
): Promise<void> {
  if (extent === 'all') await ctx.endConnection({ tenantId, authorizationId: id });
  await ctx.db.tenant(tenantId, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      delete from integration_authorizations
       where tenant_id = ${tenantId}
         and integration_authorization_id = ${id}
         and (${extent === 'all'} or email_address_id = ${emailAddressId})
      returning name`.execute(tx);
    const [gone] = rows;
    if (!gone) throw new AppError('notFound');
    const event = { actor: email, action: 'authorization revoked', subject: gone.name };
    await recordAudit(tx, [{ tenantId, at: ctx.clock.now(), ...event }]);
  });
}
