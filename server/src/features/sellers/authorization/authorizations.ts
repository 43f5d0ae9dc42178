import { epochSeconds } from '@app/shared/base/time.ts';
import { AppError } from '@app/shared/base/errors.ts';
import type { authorizations } from '@app/shared/contract/sellers.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { deleteAuthorization, listAuthorizationRows, type Extent } from './authorization-queries.ts';

/** Lists the authorisations, the oldest first. */
export async function listAuthorizations(
  ctx: Pick<Context, 'db'>,
  { tenantId, emailAddressId }: Actor,
  extent: Extent,
): Promise<Answer<typeof authorizations>> {
  const rows = await ctx.db.tenant(tenantId, (tx) => listAuthorizationRows(tx, { tenantId, emailAddressId, extent }));
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
    const name = await deleteAuthorization(tx, id, { tenantId, emailAddressId, extent });
    if (name === null) throw new AppError('notFound');
    const event = { actor: email, action: 'authorization revoked', subject: name };
    await recordAudit(tx, [{ tenantId, at: ctx.clock.now(), ...event }]);
  });
}
