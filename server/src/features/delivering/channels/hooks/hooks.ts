import { AppError } from '@app/shared/base/errors.ts';
import { alertEvents, type HookEvent } from '@app/shared/contract/public-api/hooks.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../../../context.ts';
import type { Program } from '../../../../http/actor.ts';
import { lacksScope } from '../../../../http/lacks-scope.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { newWebhookSecret } from '../../../../lib/webhook-signature.ts';
import { recordAudit } from '../../../accounts/audit-queries.ts';
import { countSellers, deleteChannel, giveUpWaiting, writeAddress, writeSecret } from '../channel-queries.ts';
import { hintOf, openAddress, openSecret, sealAddress, sealSecret } from '../channel-secrets.ts';
import {
  insertHook,
  listHooksOf,
  lockAndCountHooks,
  lockHook,
  type HookFilter,
  type StoredHook,
} from './hook-queries.ts';

/** Maximum per tenant. */
const mostHooks = 50;

type HookContext = Pick<Context, 'clock' | 'random' | 'keys' | 'publicFetch'>;

interface HookWish extends HookFilter {
  readonly url: string;
  readonly event: HookEvent;
}

/** Subscribes a program to an event. Returns the id of the hook. */
export async function subscribe(
  ctx: HookContext,
  tx: Tx,
  request: { program: Program; wish: HookWish },
): Promise<string> {
  const { program, wish } = request;
  const { tenantId, email } = program;
  if (!ctx.publicFetch.accepts(wish.url)) throw new AppError('webhookAddress');
  refuseEvent(program, wish.event);
  refuseIdleFilter(wish);
  await refuseFilter(tx, program, wish);
  const now = ctx.clock.now();
  if ((await lockAndCountHooks(tx, tenantId, now)) >= mostHooks) throw new AppError('hookLimit');
  const addressHint = hintOf(wish.url);
  const name = `Hook at ${new URL(wish.url).host}`.slice(0, 100);
  const channelId = await insertHook(tx, program, {
    ...wish,
    name,
    addressHint,
    createdAt: now,
  });
  const key = { tenantId, channelId };
  const secret = newWebhookSecret(Buffer.from(ctx.random.token(), 'base64url').subarray(0, 32));
  await writeAddress(tx, { ...key, sealed: sealAddress(ctx.keys, key, wish.url), hint: addressHint });
  await writeSecret(tx, { ...key, sealed: sealSecret(ctx.keys, key, secret), oldUntil: now });
  const details = { event: wish.event, address: addressHint };
  await recordAudit(tx, [{ tenantId, at: now, actor: email, action: 'hook subscribed', subject: name, details }]);
  return channelId;
}

/** Throws for an event of which only the owner may know, unless the program acts for the owner with the scope for it. */
function refuseEvent({ isOwner, token }: Program, event: HookEvent): void {
  if (event !== 'connectionBroken' && event !== 'invoicePaid') return;
  if (!isOwner) throw new AppError('forbidden');
  if (event === 'connectionBroken' || token.scopes.includes('billing:read')) return;
  throw lacksScope('billing:read');
}

/** The events that each field of a filter narrows. */
const filteredEvents: Readonly<Record<keyof HookFilter, readonly HookEvent[]>> = {
  sellerIds: [...alertEvents, 'productTracked'],
  watchdogs: alertEvents,
};

/** Throws for a field that would not narrow the event, because its program would be called for what it did not want. */
function refuseIdleFilter({ event, ...filter }: HookWish): void {
  const idle = (['sellerIds', 'watchdogs'] as const).find(
    (field) => filter[field] !== null && !filteredEvents[field].includes(event),
  );
  if (idle) throw new AppError('badRequest', { text: `The event ${event} cannot be filtered by ${idle}` });
}

async function refuseFilter(tx: Tx, program: Program, { sellerIds, watchdogs: types }: HookFilter): Promise<void> {
  const unknown = (types ?? []).find((type) => !watchdogOf(type));
  if (unknown !== undefined) throw new AppError('badRequest', { text: `There is no watchdog ${unknown}` });
  const wanted = [...new Set(sellerIds)];
  const isHidden = wanted.some((id) => program.hiddenSellerAccountIds.includes(id));
  const isKnown = wanted.length === 0 || (await countSellers(tx, program.tenantId, wanted)) === wanted.length;
  if (isHidden || !isKnown) throw new AppError('notFound');
}

/** Lists the hooks of the program, the newest first; with an address only the hooks that call it. */
export async function findHooks(
  { keys, clock }: Pick<HookContext, 'keys' | 'clock'>,
  tx: Tx,
  { program, url }: { readonly program: Program; readonly url: string | undefined },
): Promise<readonly StoredHook[]> {
  const hooks = await listHooksOf(tx, program, clock.now());
  if (url === undefined) return hooks;
  return hooks.filter((hook) => addressOf(keys, program.tenantId, hook) === url);
}

/** Returns the address of the hook; `null` if the key that encrypted it no longer exists. */
function addressOf(keys: Context['keys'], tenantId: string, { hookId, sealedAddress }: StoredHook): string | null {
  try {
    return openAddress(keys, { tenantId, channelId: hookId }, sealedAddress);
  } catch {
    return null;
  }
}

/** The secret of a hook of the program, or `null` if the hook has ended. */
export async function findHookSecret(
  { keys, clock }: Pick<HookContext, 'keys' | 'clock'>,
  tx: Tx,
  { program, hookId }: { readonly program: Program; readonly hookId: string },
): Promise<string | null> {
  const hook = (await listHooksOf(tx, program, clock.now())).find((one) => one.hookId === hookId);
  if (!hook?.sealedSecret) return null;
  return openSecret(keys, { tenantId: program.tenantId, channelId: hookId }, hook.sealedSecret);
}

export async function refuseOthersHook(
  { clock }: Pick<HookContext, 'clock'>,
  tx: Tx,
  { program, hookId }: { readonly program: Program; readonly hookId: string },
): Promise<void> {
  if ((await lockHook(tx, program, { hookId, now: clock.now() })) === null) throw new AppError('notFound');
}

export async function unsubscribe(
  { clock }: Pick<HookContext, 'clock'>,
  tx: Tx,
  { program, hookId }: { readonly program: Program; readonly hookId: string },
): Promise<void> {
  const { tenantId, email } = program;
  const now = clock.now();
  const name = await lockHook(tx, program, { hookId, now });
  if (name === null) throw new AppError('notFound');
  await giveUpWaiting(tx, { tenantId, channelId: hookId }, 'The hook was ended');
  await deleteChannel(tx, { tenantId, channelId: hookId });
  await recordAudit(tx, [{ tenantId, at: now, actor: email, action: 'hook ended', subject: name }]);
}
