import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { createTicket } from './create-ticket.ts';
import { reportError } from './report-error.ts';

type SupportContext = Pick<Context, 'config' | 'db' | 'clock' | 'random' | 'keys' | 'mailer'>;

export function supportRoutes(ctx: SupportContext): Handlers<typeof contract.support> {
  return {
    createTicket: ({ actor, body, request }) => createTicket({ ...ctx, log: request.log }, actor, body),
    supportAddress: async () => ({ email: ctx.config.supportEmail }),
    reportError: ({ body, actor, request }) =>
      reportError({ ...ctx, log: request.log }, { report: body, tenantId: actor?.tenantId ?? null, ip: request.ip }),
  };
}
