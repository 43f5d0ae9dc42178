import { AppError } from '@app/shared/base/errors.ts';
import { labelOfColour, severityOfStatus, type Colour } from '@app/shared/base/severity.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { ApiAlert, getAlert, listAlerts } from '@app/shared/contract/public-api/alerts.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { issueStatusNames } from '@app/shared/contract/public-api/shapes.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { mayCause } from '@app/shared/watchdogs/causes.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { programIncident } from '@app/shared/world/issues/incidents.ts';
import { issueRisk, type IssueRisk } from '@app/shared/world/issues/issue-risk.ts';
import { alertIdOf } from '@app/shared/world/alert-id.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { typesWithoutItems, uncountedTypes } from '../../judging/settings/tenant-features.ts';
import { loadTenantFeatures } from '../../judging/settings/tenant-features-queries.ts';
import { findVisibleProducts } from '../../triage/triage-queries.ts';
import { worldProducts } from '../../world/world-products.ts';
import { openCursor, pageFrom } from '../pages/cursor.ts';
import { findAlertRow, listAlertRows, listEarlierRows, type AlertRow } from './alert-queries.ts';
import { findLastingRow } from './lasting-issue-queries.ts';
import { isFlipId, listOpenRows } from './open-alerts.ts';
import type { ReadContext } from './read-context.ts';

type AlertsQuery = ParsedRequest<typeof listAlerts>['query'];

export function readAlerts(ctx: ReadContext, actor: Actor, query: AlertsQuery): Promise<Answer<typeof listAlerts>> {
  const list = { actor, list: 'alerts' };
  const [at = '', flipId = ''] = openCursor(ctx, list, query) ?? [];
  const now = ctx.clock.now();
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    if (query.productId !== undefined) await refuseUnknownProduct(tx, actor, query.productId);
    const isOpen = query.state === 'open';
    const filter = {
      hiddenTypes: await (isOpen ? uncountedTypesOf : hiddenTypesOf)(tx, actor),
      productId: query.productId ?? null,
      event: query.event ?? null,
      most: query.limit + 1,
    };
    const before = flipId === '' ? null : { at: new Date(at), flipId };
    // A page of open alerts may end with an issue without a flip; the list of all alerts goes on by its time.
    const flipBefore = before && !isFlipId(flipId) ? { ...before, flipId: '0' } : before;
    const found = isOpen
      ? await listOpenRows(tx, actor, { ...filter, before, now })
      : await listAlertRows(tx, actor, { ...filter, before: flipBefore, isOpen });
    const { rows, nextCursor } = pageFrom(ctx, list, {
      rows: found,
      limit: query.limit,
      positionOf: (row) => [row.at.toISOString(), row.flipId],
    });
    return { data: await shapeAlerts(tx, { ctx, actor, rows }), nextCursor };
  });
}

export async function refuseUnknownProduct(tx: Tx, actor: Actor, productId: string): Promise<void> {
  const [visible] = await findVisibleProducts(tx, actor, [productId]);
  if (visible === undefined) throw new AppError('notFound');
}

const mostEarlier = 20;

export function readAlert(ctx: ReadContext, actor: Actor, alertId: string): Promise<Answer<typeof getAlert>> {
  const [ms = '', ...rest] = alertId.split('-');
  const [at, flipId, now] = [new Date(Number(ms)), rest.join('-'), ctx.clock.now()];
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const hiddenTypes = await hiddenTypesOf(tx, actor);
    const hasFlip = isFlipId(flipId);
    const row = hasFlip
      ? await findAlertRow(tx, actor, { at, flipId, hiddenTypes })
      : await findLastingRow(tx, actor, { at, itemId: flipId, hiddenTypes, now });
    const [alert] = row ? await shapeAlerts(tx, { ctx, actor, rows: [row] }) : [];
    if (!row || !alert) throw new AppError('notFound');
    const earlier = hasFlip ? await listEarlierRows(tx, actor, { ...row, hiddenTypes, most: mostEarlier }) : [];
    const watchdog = watchdogOf(row.type);
    return {
      ...alert,
      before: { status: severityOfStatus(row.fromStatus), text: row.from },
      after: { status: severityOfStatus(row.toStatus), text: row.to },
      about: watchdog?.about ?? '',
      nextSteps: [...(watchdog?.nextSteps ?? [])],
      earlier: earlier.map((one) => ({
        id: alertIdOf(one),
        at: one.at.toISOString(),
        event: eventOf(one),
        level: levelOf(one.colour),
        message: one.message,
      })),
    };
  });
}

export const hiddenTypesOf = async (tx: Tx, { tenantId }: Actor): Promise<readonly string[]> =>
  typesWithoutItems(await loadTenantFeatures(tx, tenantId));

/** Returns the kinds whose open problems do not count, such as kinds in preview. */
export const uncountedTypesOf = async (tx: Tx, { tenantId }: Actor): Promise<readonly string[]> =>
  uncountedTypes(await loadTenantFeatures(tx, tenantId));

interface AlertsToShape {
  readonly ctx: ReadContext;
  readonly actor: Actor;
  readonly rows: readonly AlertRow[];
}

export async function shapeAlerts(tx: Tx, { ctx, actor, rows }: AlertsToShape): Promise<ApiAlert[]> {
  const now = ctx.clock.now();
  const productIds = [...new Set(rows.filter(isOpenIssue).map(({ productId }) => productId))];
  const products = productIds.length === 0 ? [] : await worldProducts(tx, actor, { productIds, now });
  const byId = new Map(products.map((product) => [product.productId, product]));
  return rows.map((row) => ({
    id: alertIdOf(row),
    at: row.at.toISOString(),
    event: eventOf(row),
    level: levelOf(row.colour),
    watchdog: row.type,
    alertType: alertTypeOf(row.type),
    title: headlineOf(row),
    message: row.message,
    from: row.from,
    to: row.to,
    evidence: row.evidence,
    product: {
      productId: row.productId,
      asin: row.asin,
      marketplace: row.marketplace,
      name: row.productName,
      url: productPage(ctx, row.productId),
    },
    sellerAccount: { sellerId: row.sellerAccountId, name: row.sellerAccountName },
    issue: {
      watchDogId: row.itemId,
      isOpen: isOpenIssue(row),
      status: issueStatusNames[row.issueStatus ?? 0] ?? 'new',
      statusBy: row.issueStatusBy,
      mutedUntil: row.mutedUntil?.toISOString() ?? null,
    },
    incident: incidentOf(row),
    moneyAtRisk: riskOf(row, byId.get(row.productId), now),
  }));
}

export const productPage = ({ config }: Pick<ReadContext, 'config'>, productId: string): string =>
  `${config.publicUrl}/home#pdet-${productId}`;

function incidentOf(row: AlertRow): ApiAlert['incident'] {
  if (row.incident === null || !isOpenIssue(row)) return null;
  const problems = row.incident.members.map((one) => ({ type: one.type, mayCause: mayCause(one) }));
  const { watchdogs, ...incident } = programIncident({ ...row.incident, problems, type: row.type });
  return { ...incident, watchdogs: [...watchdogs] };
}

const eventOf = ({ toStatus }: AlertRow) => (severityOfStatus(toStatus) === 'ok' ? 'healed' : 'raised');

const levelOf = (colour: Colour) => labelOfColour(colour).toLowerCase() as ApiAlert['level'];

const isOpenIssue = ({ isLatest, itemStatus }: AlertRow): boolean =>
  isLatest && itemStatus !== null && severityOfStatus(itemStatus) !== 'ok';

function riskOf(row: AlertRow, product: Product | undefined, now: Date): ApiAlert['moneyAtRisk'] {
  const risk = issueRiskOf(row, product, now);
  if (!risk) return null;
  const { low, high, currency } = risk.money;
  return { low: Math.round(low), high: Math.round(high), unit: 'cents a day', currency };
}

/** Returns the money that the issue puts at risk; `null` when the cost is not known, or the issue is not open. */
export function issueRiskOf(row: AlertRow, product: Product | undefined, now: Date): IssueRisk | null {
  if (!product || !isOpenIssue(row)) return null;
  const item = { status: row.itemStatus ?? 0, date: row.changedAt?.toISOString() ?? null, figures: row.figures };
  return issueRisk({ type: row.type, item, product, now: now.getTime() });
}
