import { AppError } from '@app/shared/base/errors.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { changeIssueStatus, muteIssue } from '@app/shared/contract/public-api/alerts.ts';
import { issueStatusNames } from '@app/shared/contract/public-api/shapes.ts';
import { muteEnd } from '@app/shared/domain/muting.ts';
import type { Context } from '../../../context.ts';
import type { Call } from '../../../http/implement.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { lockItems } from '../../judging/judge/load-queries.ts';
import { muteItemIn, setIssueStatusIn } from '../../triage/triage.ts';
import { answerOnce } from './answer-once.ts';

type WriteContext = Pick<Context, 'db' | 'clock'>;

export function muteOne(ctx: WriteContext, call: Call<typeof muteIssue>): Promise<Answer<typeof muteIssue>> {
  const { actor, params, body } = call;
  const mutedUntil = muteEnd(body.minutes, ctx.clock.now());
  return answerOnce(ctx, call, async (tx) => {
    await muteItemIn(tx, actor, { watchDogId: params.watchDogId, mutedUntil, seen: body.ifSince });
    return issueNow(tx, actor.tenantId, params.watchDogId);
  });
}

type StatusName = ParsedRequest<typeof changeIssueStatus>['body']['status'];

const codeOf = (name: StatusName): number => issueStatusNames.indexOf(name);

export function changeStatus(
  ctx: WriteContext,
  call: Call<typeof changeIssueStatus>,
): Promise<Answer<typeof changeIssueStatus>> {
  const { actor, params, body } = call;
  const at = ctx.clock.now();
  return answerOnce(ctx, call, async (tx) => {
    await setIssueStatusIn(tx, actor, {
      watchDogId: params.watchDogId,
      status: codeOf(body.status),
      ifIssueStatus: body.ifStatus && codeOf(body.ifStatus),
      seen: body.ifSince,
      at,
    });
    return issueNow(tx, actor.tenantId, params.watchDogId);
  });
}

async function issueNow(tx: Tx, tenantId: string, watchDogId: string): Promise<Answer<typeof muteIssue>> {
  const [item] = await lockItems(tx, tenantId, { itemIds: [watchDogId] });
  const status = issueStatusNames[item?.issueStatus ?? 0];
  if (!status) throw new AppError('internal');
  return { watchDogId, status, mutedUntil: item?.mutedUntil?.toISOString() ?? null };
}
