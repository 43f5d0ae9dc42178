import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as identity from './identity.ts';
import { createKeyword, deactivateKeyword } from './keywords.ts';
import { salesDropChart } from './sales-drop-chart.ts';
import * as sentinel from './sentinel.ts';
import { exportSpreadsheet, importSpreadsheet } from './spreadsheets.ts';
import { suppressedAlerts } from './tenant-features.ts';

/** Every HTTP call of the product, by area; the server implements all of them or does not compile. */
export const contract = {
  auth: {
    csrf: auth.csrf,
    isAuthenticated: auth.isAuthenticated,
    extendSession: auth.extendSession,
    logIn: auth.logIn,
    signOut: auth.signOut,
    signUp: auth.signUp,
  },
  sellers: {
    sellerList: identity.sellerList,
    authorizationRedirect: identity.authorizationRedirect,
    authorizationCallback: identity.authorizationCallback,
  },
  billing: {
    packageInfo: identity.packageInfo,
    paymentStatus: billing.paymentStatusCall,
  },
  alerts: {
    stateOfTheWorld: sentinel.stateOfTheWorld,
    worldEvents: sentinel.worldEvents,
    freshness: sentinel.freshness,
    setIssueStatus: sentinel.setIssueStatus,
    bulkSetIssueStatus: sentinel.bulkSetIssueStatus,
    muteItem: sentinel.muteItem,
    unmuteItem: sentinel.unmuteItem,
    getWatchdogSettings: sentinel.getWatchdogSettings,
    putWatchdogSettings: sentinel.putWatchdogSettings,
    createKeyword,
    deactivateKeyword,
    salesDropChart,
    suppressedAlerts,
  },
  spreadsheets: { exportSpreadsheet, importSpreadsheet },
} as const;
