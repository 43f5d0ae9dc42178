import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { addUser, type TeamContext } from './add-user.ts';
import { readAuditTrail } from './audit-trail.ts';
import { confirmEmail, sendVerification } from './email-verification.ts';
import { getSettings, listVisibleAddresses } from './get-settings.ts';
import { saveSettings, type SaveContext } from './save-settings.ts';

/** What other features do for this one; the program that composes them hands it in. */
export type AccountParts = Pick<SaveContext, 'sellers' | 'dropSessions'> & Pick<TeamContext, 'invite'>;

export const accountRoutes = (ctx: Context, parts: AccountParts): Handlers<typeof contract.accounts> => ({
  sendVerification: ({ actor, params }) => sendVerification(ctx, actor, params.emailAddressId),
  confirmEmail: ({ body }) => confirmEmail(ctx, body.token),
  getSettings: ({ actor }) => getSettings({ ...ctx, ...parts }, actor),
  putSettings: ({ actor, body }) => saveSettings({ ...ctx, ...parts }, actor, body),
  emailAddresses: async ({ actor }) => ({ emailAddresses: [...(await listVisibleAddresses(ctx, actor))] }),
  generateId: async () => ({ id: ctx.random.uuid() }),
  addUser: ({ actor, body }) => addUser({ ...ctx, ...parts }, actor, body),
  auditTrail: ({ actor, query }) => readAuditTrail(ctx, actor, query.before),
});
