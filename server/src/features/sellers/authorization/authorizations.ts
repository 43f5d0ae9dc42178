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
}

/** Lists the authorisations of the tenant, the oldest first. */
export async function listAuthorizations(
  ctx: Pick<Context, 'db'>,
  { tenantId }: Actor,
): Promise<Answer<typeof authorizations>> {
  const { rows } = await ctx.db.tenant(tenantId, (tx) =>
    sql<Authorization>`
      select i.integration_authorization_id as id, i.name, i.authorized_at as "authorizedAt"
        from integration_authorizations i
       where i.tenant_id = ${tenantId}
       order by i.integration_authorization_id`.execute(tx),
  );
  return {
    authorizations: rows.map(({ id, name, authorizedAt }) => ({ id, name, timestamp: secondsOf(authorizedAt) })),
  };
}

const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Functions of other features, passed in by the program that composes them. */
export interface RevokeParts {
  /** Ends the connection of this entry, if it belongs to one, so that our access is taken back at its service. */
  endConnection(entry: { readonly tenantId: string; readonly authorizationId: string }): Promise<void>;
}

export async function revokeAuthorization(
  ctx: Pick<Context, 'db' | 'clock'> & RevokeParts,
  { tenantId, email }: Actor,
  id: string,
): Promise<void> {
  await ctx.endConnection({ tenantId, authorizationId: id });
  await ctx.db.tenant(tenantId, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      delete from integration_authorizations
       where tenant_id = ${tenantId}
         and integration_authorization_id = ${id}
      returning name`.execute(tx);
    const [gone] = rows;
    if (!gone) throw new AppError('notFound');
    const event = { actor: email, action: 'authorization revoked', subject: gone.name };
    await recordAudit(tx, [{ tenantId, at: ctx.clock.now(), ...event }]);
  });
}
