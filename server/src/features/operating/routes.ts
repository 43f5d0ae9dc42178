import { AppError } from '@app/shared/base/errors.ts';
import type { ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { contract } from '@app/shared/contract/index.ts';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { actOf, announceTo } from '../../admin/announce.ts';
import { keepCode, removeCode } from '../../admin/codes.ts';
import { InvalidCommand, type OperatorContext } from '../../admin/command.ts';
import { redriveDeadLetters } from '../../admin/dead-letters.ts';
import type { Reach } from '../../admin/each-tenant.ts';
import { actOfKinds, setGroupStatus, setLocked, watchdogTypes } from '../../admin/features.ts';
import { listActs } from '../../admin/operator-queries.ts';
import { keepPackage } from '../../admin/packages.ts';
import { changeGlobally, recordAct } from '../../admin/record-act.ts';
import { listSetAside, settleSetAside } from '../../admin/set-aside.ts';
import { ExternalError } from '../../external/marketplace/external-error.ts';
import type { Handlers } from '../../http/implement.ts';
import { listInviteCodes, listPackages, type KeptPackage } from '../billing/packages/package-queries.ts';
import { createReader } from './figures/read-figures.ts';
import { listProcesses } from './processes/process-queries.ts';
import { missingAfterMs } from './processes/report-process.ts';
import { lookAtTenant } from './tenants/look-at-tenant.ts';
import { findTenantOverview, listTenantIds, searchTenants } from './tenants/tenant-queries.ts';

const mostActs = 30;
const mostTenants = 50;

/** @param ctx with a database login that sees all tenants, unlike that of the other calls */
export function operatingRoutes(ctx: OperatorContext): Handlers<typeof contract.operator> {
  const readFigures = createReader(ctx);
  const { db, clock } = ctx;

  const chooseTenants = async (tenantId: string | null): Promise<readonly string[]> => {
    if (tenantId === null) return listTenantIds(db.global);
    if (!(await db.tenant(tenantId, (tx) => findTenantOverview(tx, tenantId)))) throw new AppError('notFound');
    return [tenantId];
  };

  return {
    async operatorState() {
      const { at, samples } = await readFigures();
      const processes = await listProcesses(db.global, new Date(clock.now().getTime() - missingAfterMs));
      return {
        at: at.toISOString(),
        figures: [...samples],
        processes: processes.map(({ figures, startedAt, seenAt, role, version }) => ({
          role,
          version,
          startedAt: startedAt.toISOString(),
          seenAt: seenAt.toISOString(),
          ...figures,
        })),
        acts: (await listActs(db.global, mostActs)).map((act) => ({ ...act, at: act.at.toISOString() })),
      };
    },

    async operatorTenants({ query }) {
      const found = await searchTenants(db.global, query.search.trim(), mostTenants + 1);
      const tenants = found.slice(0, mostTenants).map((tenant) => ({
        ...tenant,
        createdAt: tenant.createdAt.toISOString(),
        trialEndsAt: tenant.trialEndsAt.toISOString(),
      }));
      return { tenants, hasMore: found.length > mostTenants };
    },

    operatorTenant: ({ actor, params }) => lookAtTenant(ctx, params.tenantId, actor.email),

    async setAsideWork() {
      const { messages, turns, notifications } = await listSetAside(ctx);
      return {
        messages: messages.map((one) => ({ ...one, setAsideAt: one.setAsideAt.toISOString() })),
        turns: turns.map((one) => ({
          ...one,
          since: one.since.toISOString(),
          retryAt: one.retryAt.toISOString(),
        })),
        notifications: notifications.map((one) => ({ ...one, setAsideAt: one.setAsideAt.toISOString() })),
      };
    },

    settleSetAside: ({ actor, body }) =>
      fromOutside(() => explain(() => settleSetAside(ctx, { ...body, operator: actor.email }))),

    deadLetters: () => fromOutside(async () => ({ messages: (await ctx.notifications?.countDeadLetters()) ?? null })),

    redriveDeadLetters: ({ actor, body }) =>
      fromOutside(async () => ({
        messages: await explain(() => redriveDeadLetters(ctx, { ...body, operator: actor.email })),
      })),

    async announceByOperator({ actor, body: { tenantId, text } }) {
      const tenantIds = await chooseTenants(tenantId);
      const announcement = text || null;
      await recordAct(ctx, db.global, { operator: actor.email, ...actOf(announcement, tenantId) });
      return answerOf(await announceTo(ctx, tenantIds, announcement));
    },

    async setKindsByOperator({ actor, body: { tenantId, types: named, change } }) {
      const types = await explain(() => watchdogTypes(named));
      const tenantIds = await chooseTenants(tenantId);
      const kinds = { tenantIds, types };
      await recordAct(ctx, db.global, { operator: actor.email, ...actOfKinds({ types, change }, tenantId) });
      return answerOf(
        change === 'lock' || change === 'unlock'
          ? await setLocked(ctx, { ...kinds, isLocked: change === 'lock' })
          : await setGroupStatus(ctx, { ...kinds, status: groupStatus[change] }),
      );
    },

    async operatorPackages() {
      return {
        packages: [...(await listPackages(db.global))],
        codes: [...(await listInviteCodes(db.global))],
      };
    },

    async keepPackageByOperator({ actor, params: { packageId }, body }) {
      const act = { operator: actor.email, action: 'package kept', subjectOf: () => packageId };
      await explain(() =>
        changeGlobally(ctx, act, (global) => keepPackage(global, packageId, (before) => withChanges(before, body))),
      );
    },

    async keepCodeByOperator({ actor, body: { code: typed, packageId, affiliateEmail } }) {
      const subjectOf = (code: string) => `${code} → ${packageId}`;
      await explain(() =>
        changeGlobally(ctx, { operator: actor.email, action: 'code kept', subjectOf }, (global) =>
          keepCode(global, { typed, packageId, affiliateEmail }),
        ),
      );
    },

    async removeCodeByOperator({ actor, params }) {
      const act = { operator: actor.email, action: 'code removed', subjectOf: (code: string) => code };
      await explain(() => changeGlobally(ctx, act, (global) => removeCode(global, params.code)));
    },
  };
}

type PackageChanges = ParsedRequest<typeof contract.operator.keepPackageByOperator>['body'];

const withChanges = (before: KeptPackage, changes: PackageChanges): KeptPackage => ({
  ...before,
  description: changes.description ?? before.description,
  baseSubscriptionFeeCents: changes.baseSubscriptionFeeCents ?? before.baseSubscriptionFeeCents,
  discount: changes.discount ?? before.discount,
  discountDurationInMonths: changes.discountDurationInMonths ?? before.discountDurationInMonths,
  trialMinutes: changes.trialMinutes ?? before.trialMinutes,
});

const answerOf = ({ tenants, failed }: Reach) => ({ tenants, failed: [...failed] });

/** Answers the refusal of an operator's command as a bad request with its text. */
async function explain<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidCommand) throw new AppError('badRequest', { text: error.message });
    throw error;
  }
}

/** Answers with the error `outside` if an external service, such as the queue, fails. */
async function fromOutside<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExternalError) throw new AppError('outside');
    throw error;
  }
}
