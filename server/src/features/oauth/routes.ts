import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { decide, describe } from './consent/consent.ts';

export function oauthRoutes(ctx: Context): Handlers<typeof contract.oauth> {
  return {
    describeConsent: ({ actor, query }) => describe(ctx, actor, query),
    async decideConsent({ actor, body, requireProof }) {
      // A consent outlives the session by up to a year.
      if (body.isAllowed) await requireProof();
      return decide(ctx, actor, body);
    },
  };
}
