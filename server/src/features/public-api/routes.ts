import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { readMe } from './reads/me.ts';

export function publicApiRoutes(ctx: Context): Handlers<typeof contract.publicApi> {
  return {
    apiMe: ({ actor }) => readMe(ctx, actor),
  };
}
