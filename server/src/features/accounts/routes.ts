import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { confirmEmail, sendVerification } from './email-verification.ts';

export const accountRoutes = (ctx: Context): Handlers<typeof contract.accounts> => ({
  sendVerification: ({ actor, params }) => sendVerification(ctx, actor, params.emailAddressId),
  confirmEmail: ({ body }) => confirmEmail(ctx, body.token),
});
