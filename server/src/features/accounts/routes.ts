import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { addUser, type TeamContext } from './add-user.ts';
import { readAuditTrail } from './audit-trail.ts';
import { confirmEmail, sendVerification } from './verification/email-verification.ts';
import { saveSettings, type SaveContext } from './settings/save-settings.ts';
import type { EmailAddress, IdentitySettings } from '@app/shared/contract/accounts.ts';
import type { Actor } from '../../http/actor.ts';
import { shapeSettings, visibleAddresses } from './settings/settings-answer.ts';
import { getAccount, getPricing, listAddresses } from './settings/settings-queries.ts';
import type { SellerParts } from './settings/settings-shapes.ts';

/** Functions of other features, passed in by `api.ts`. */
export type AccountParts = Pick<SaveContext, 'sellers' | 'dropSessions' | 'isProved' | 'endAccess'> &
  Pick<TeamContext, 'invite'>;

export const accountRoutes = (ctx: Context, parts: AccountParts): Handlers<typeof contract.accounts> => ({
  sendVerification: ({ actor, params }) => sendVerification(ctx, actor, params.emailAddressId),
  confirmEmail: ({ body }) => confirmEmail(ctx, body.token),
  getSettings: ({ actor }) => getSettings({ ...ctx, ...parts }, actor),
  putSettings: ({ actor, body }) => saveSettings({ ...ctx, ...parts }, actor, body),
  emailAddresses: async ({ actor }) => ({ emailAddresses: [...(await listVisibleAddresses(ctx, actor))] }),
  generateId: async () => ({ id: ctx.random.uuid() }),
  addUser: ({ actor, body }) => addUser({ ...ctx, ...parts }, actor, body),
  auditTrail: ({ actor, query }) => readAuditTrail(ctx, actor, query),
});

type ListContext = Pick<Context, 'db' | 'clock'>;
type GetContext = ListContext & Pick<Context, 'advertising'> & { readonly sellers: SellerParts };

function getSettings(ctx: GetContext, actor: Actor): Promise<IdentitySettings> {
  return ctx.db.snapshot(actor.tenantId, async (tx) =>
    shapeSettings({
      actor,
      account: await getAccount(tx, actor.tenantId),
      pricing: await getPricing(tx, actor.tenantId),
      addresses: await listAddresses(tx, actor.tenantId),
      sellers: await ctx.sellers.listSellers(tx, actor),
      now: ctx.clock.now(),
      hasAdvertising: ctx.advertising !== null,
    }),
  );
}

async function listVisibleAddresses(ctx: ListContext, actor: Actor): Promise<readonly EmailAddress[]> {
  const addresses = await ctx.db.tenant(actor.tenantId, (tx) => listAddresses(tx, actor.tenantId));
  return visibleAddresses({ actor, addresses, sellers: [], now: ctx.clock.now() });
}
