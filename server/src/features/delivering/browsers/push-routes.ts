import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { subscribe, unsubscribe } from './push-subscriptions.ts';

export function pushRoutes(ctx: Pick<Context, 'db' | 'clock' | 'keys' | 'push'>): Handlers<typeof contract.push> {
  return {
    pushKey: async () => ({ publicKey: ctx.push?.publicKey ?? null }),
    subscribePush: ({ actor, body }) => subscribe(ctx, actor, body),
    unsubscribePush: ({ actor, body }) => unsubscribe(ctx, actor, body.endpoint),
  };
}
