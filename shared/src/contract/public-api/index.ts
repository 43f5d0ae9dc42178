import { apiMe, listCosts, listFreshness } from './account.ts';
import { changeIssueStatus, getAlert, listAlerts, muteIssue } from './alerts.ts';
import { listHooks, subscribeHook, testHook, unsubscribeHook } from './hooks.ts';
import { getProduct, getTimeline, listProducts, listSales, listStock } from './products.ts';

/** The calls for programs. Their functions are in `server/src/features/public-api`. */
export const publicApiCalls = {
  apiMe,
  listAlerts,
  getAlert,
  listProducts,
  getProduct,
  getTimeline,
  listSales,
  listStock,
  listFreshness,
  listCosts,
  changeIssueStatus,
  muteIssue,
  subscribeHook,
  listHooks,
  testHook,
  unsubscribeHook,
} as const;
