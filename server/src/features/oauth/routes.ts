import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { decide, describe } from './consent/consent.ts';

export function oauthRoutes(ctx: Context): Handlers<typeof contract.oauth> {
  return {
    describeConsent: ({ actor, query }) => describe(ctx, actor, query),
    decideConsent: ({ actor, body }) => decide(ctx, actor, body),
  };
}
