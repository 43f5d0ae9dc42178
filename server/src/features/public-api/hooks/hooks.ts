import { AppError } from '@app/shared/base/errors.ts';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import type { listHooks, subscribeHook, testHook, unsubscribeHook } from '@app/shared/contract/public-api/hooks.ts';
import type { TestOutcome } from '@app/shared/contract/channels.ts';
import type { Context } from '../../../context.ts';
import type { Call } from '../../../http/implement.ts';
import type { ChannelContext } from '../../delivering/channels/channel-sender.ts';
import { testChannel } from '../../delivering/channels/test-channel.ts';
import {
  findHooks,
  findHookSecret,
  refuseOthersHook,
  subscribe,
  unsubscribe,
} from '../../delivering/channels/hooks/hooks.ts';
import type { StoredHook } from '../../delivering/channels/hooks/hook-queries.ts';
import { openCursor, pageFrom, sliceAfter } from '../pages/cursor.ts';
import { answerOnce } from '../writes/answer-once.ts';

type HookContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'publicFetch'>;

/** Only the id is kept for repeated requests, so that no secret is stored unencrypted. */
export async function addHook(
  ctx: HookContext,
  call: Call<typeof subscribeHook>,
): Promise<Answer<typeof subscribeHook>> {
  const { actor: program, body } = call;
  const { sellerIds = null, watchdogs = null } = body.filter;
  const wish = { url: body.url, event: body.event, sellerIds, watchdogs };
  const id = await answerOnce(ctx, call, (tx) => subscribe(ctx, tx, { program, wish }));
  const secret = await ctx.db.tenant(program.tenantId, (tx) => findHookSecret(ctx, tx, { program, hookId: id }));
  if (secret === null) throw new AppError('notFound');
  return { id, secret };
}

/** Hooks are sorted by id, the newest first. */
const sorting = { positionOf: ({ hookId }: StoredHook) => [hookId], order: ['numbersDown'] } as const;

export async function showHooks(
  ctx: HookContext,
  { actor: program, query }: Call<typeof listHooks>,
): Promise<Answer<typeof listHooks>> {
  const list = { actor: program, list: 'hooks' };
  const after = openCursor(ctx, list, query);
  const hooks = await ctx.db.snapshot(program.tenantId, (tx) => findHooks(ctx, tx, { program, url: query.url }));
  const { rows, nextCursor } = pageFrom(ctx, list, sliceAfter(hooks, after, { limit: query.limit, ...sorting }));
  return {
    data: rows.map(({ hookId, event, sellerIds, watchdogs, addressHint, failingSince, createdAt }) => ({
      id: hookId,
      event,
      filter: { ...(sellerIds && { sellerIds: [...sellerIds] }), ...(watchdogs && { watchdogs: [...watchdogs] }) },
      addressHint,
      failingSince: failingSince?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    })),
    nextCursor,
  };
}

export async function tryHook(
  ctx: HookContext & ChannelContext,
  { actor: program, params: { hookId } }: Call<typeof testHook>,
): Promise<TestOutcome> {
  await ctx.db.tenant(program.tenantId, (tx) => refuseOthersHook(ctx, tx, { program, hookId }));
  return testChannel(ctx, program, hookId);
}

export async function endHook(ctx: HookContext, call: Call<typeof unsubscribeHook>): Promise<undefined> {
  const { actor: program, params } = call;
  await answerOnce(ctx, call, async (tx) => {
    await unsubscribe(ctx, tx, { program, hookId: params.hookId });
    return null;
  });
}
