import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { subscribe, unsubscribe, type PushParts } from './push-subscriptions.ts';

export function pushRoutes(
  ctx: Pick<Context, 'db' | 'clock' | 'keys' | 'push'>,
  parts: PushParts,
): Handlers<typeof contract.push> {
  return {
    pushKey: async () => ({ publicKey: ctx.push?.publicKey ?? null }),
    subscribePush: ({ actor, body }) => subscribe({ ...ctx, ...parts }, actor, body),
    unsubscribePush: ({ actor, body }) => unsubscribe(ctx, actor, body.endpoint),
  };
}
