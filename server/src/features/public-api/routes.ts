import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/implement.ts';
import { addHook, endHook, showHooks, tryHook } from './hooks/hooks.ts';
import { readAlert, readAlerts } from './reads/alerts.ts';
import { readCosts } from './reads/costs.ts';
import { readFreshness } from './reads/freshness.ts';
import { readMe } from './reads/me.ts';
import { readProduct, readProducts, readTimeline } from './reads/products.ts';
import { readSales } from './reads/sales.ts';
import { readStock } from './reads/stock.ts';
import { changeStatus, muteOne } from './writes/issues.ts';

export function publicApiRoutes(ctx: Context): Handlers<typeof contract.publicApi> {
  return {
    apiMe: ({ actor }) => readMe(ctx, actor),
    listAlerts: ({ actor, query }) => readAlerts(ctx, actor, query),
    getAlert: ({ actor, params }) => readAlert(ctx, actor, params.alertId),
    listProducts: ({ actor, query }) => readProducts(ctx, actor, query),
    getProduct: ({ actor, params }) => readProduct(ctx, actor, params.productId),
    getTimeline: ({ actor, params, query }) => readTimeline(ctx, actor, { ...params, ...query }),
    listSales: ({ actor, query }) => readSales(ctx, actor, query),
    listStock: ({ actor, query }) => readStock(ctx, actor, query),
    listFreshness: ({ actor, query }) => readFreshness(ctx, actor, query),
    listCosts: ({ actor, query }) => readCosts(ctx, actor, query),
    muteIssue: (call) => muteOne(ctx, call),
    changeIssueStatus: (call) => changeStatus(ctx, call),
    subscribeHook: (call) => addHook(ctx, call),
    listHooks: (call) => showHooks(ctx, call),
    testHook: (call) => tryHook(ctx, call),
    unsubscribeHook: (call) => endHook(ctx, call),
  };
}
