import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { rawBodyOf } from '../../../http/raw-bodies.ts';
import { takeReports } from './mail-reports.ts';

export const hookRoutes = (ctx: Context): Pick<Handlers<typeof contract.hooks>, 'mailHook'> => ({
  mailHook: ({ request, body }) => {
    const header = (name: string): string | undefined => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const received = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signatures: header('webhook-signature'),
      body: rawBodyOf(request),
    };
    return takeReports(ctx, received, body);
  },
});
