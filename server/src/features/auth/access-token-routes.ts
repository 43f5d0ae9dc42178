import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { createToken, listTokens, revokeToken } from './access-tokens/own-tokens.ts';

export function accessTokenRoutes(ctx: Context): Handlers<typeof contract.accessTokens> {
  return {
    listAccessTokens: ({ actor }) => listTokens(ctx, actor),
    createAccessToken: ({ actor, body }) => createToken(ctx, actor, body),
    revokeAccessToken: ({ actor, params }) => revokeToken(ctx, actor, params.accessTokenId),
  };
}
