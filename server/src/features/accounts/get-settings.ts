import type { EmailAddress, IdentitySettings } from '@app/shared/contract/accounts.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { shapeSettings, visibleAddresses } from './settings-answer.ts';
import { getAccount, listAddresses } from './settings-queries.ts';
import type { SellerParts } from './settings-shapes.ts';

type GetContext = Pick<Context, 'db' | 'clock'>;

export function getSettings(
  ctx: GetContext & { readonly sellers: SellerParts },
  actor: Actor,
): Promise<IdentitySettings> {
  return ctx.db.snapshot(actor.tenantId, async (tx) =>
    shapeSettings({
      actor,
      account: await getAccount(tx, actor.tenantId),
      addresses: await listAddresses(tx, actor.tenantId),
      sellers: await ctx.sellers.listSellers(tx, actor),
      now: ctx.clock.now(),
    }),
  );
}

export async function listVisibleAddresses(ctx: GetContext, actor: Actor): Promise<readonly EmailAddress[]> {
  const addresses = await ctx.db.tenant(actor.tenantId, (tx) => listAddresses(tx, actor.tenantId));
  return visibleAddresses({ actor, addresses, sellers: [], now: ctx.clock.now() });
}
