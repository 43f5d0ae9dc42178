import * as z from 'zod/mini';
import { AppError } from '@app/shared/base/errors.ts';
import { subscribePush, type PushSubscriptionBody } from '@app/shared/contract/push.ts';
import type { Context } from '../../../context.ts';
import type { PushTarget } from '../../../external/push/push-service.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { decryptSecret, encryptSecret, hashToken, type SecretPlace } from '../../../lib/secrets.ts';
import { deleteSubscription, keepNewest, saveSubscription } from './push-subscription-queries.ts';

/** Maximum per person; more subscriptions than this come from a program and not from browsers in use. */
const mostBrowsers = 20;

export const subscriptionPlace = (tenantId: string, endpointHash: string): SecretPlace => ({
  tenantId,
  row: `push_subscriptions/${endpointHash}`,
  purpose: 'subscription',
});

/** Functions of other features, passed in by `api.ts`. */
export interface PushParts {
  /** Holds the session of the caller until the transaction ends, and throws if it has ended since the call was admitted. */
  holdSession(tx: Tx, actor: Actor): Promise<void>;
}

type SubscribeContext = Pick<Context, 'db' | 'clock' | 'keys' | 'push'> & PushParts;

export async function subscribe(ctx: SubscribeContext, actor: Actor, body: PushSubscriptionBody): Promise<void> {
  if (!ctx.push) throw new AppError('serviceOff');
  if (!ctx.push.accepts(body)) throw new AppError('pushAddress');
  const { tenantId, emailAddressId, sessionHash } = actor;
  const endpointHash = hashToken(body.endpoint);
  const sealed = encryptSecret(ctx.keys, subscriptionPlace(tenantId, endpointHash), JSON.stringify(body));
  const owner = { tenantId, emailAddressId, sessionHash };
  await ctx.db.tenant(tenantId, async (tx) => {
    await ctx.holdSession(tx, actor);
    await saveSubscription(tx, { ...owner, endpointHash, sealed, createdAt: ctx.clock.now() });
    await keepNewest(tx, owner, mostBrowsers);
  });
}

export const unsubscribe = (ctx: Pick<Context, 'db'>, actor: Actor, endpoint: string): Promise<void> =>
  ctx.db.tenant(actor.tenantId, (tx) => deleteSubscription(tx, actor, hashToken(endpoint)));

interface SealedSubscription {
  readonly tenantId: string;
  readonly endpointHash: string;
  readonly sealed: string;
}

export const openSubscription = (keys: Context['keys'], subscription: SealedSubscription): PushTarget =>
  z.parse(
    subscribePush.body,
    JSON.parse(
      decryptSecret(keys, subscriptionPlace(subscription.tenantId, subscription.endpointHash), subscription.sealed),
    ),
  );
