import { asinExists } from './asin-exists.ts';
import { auditTrail } from './audit.ts';
import * as auth from './auth.ts';
import * as integrations from './authorizations.ts';
import * as billing from './billing.ts';
import * as channels from './channels.ts';
import { deliveryLog, sendTestMail } from './delivery-log.ts';
import { mailHook } from './hooks.ts';
import * as identity from './identity.ts';
import { changePassword, resetPassword, sendPasswordResetEmail } from './passwords.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { firstPromoter, inviteCheck } from './invites.ts';
import { confirmEmail, sendVerification } from './email-verification.ts';
import { createKeyword, deactivateKeyword } from './keywords.ts';
import { pushKey, subscribePush, unsubscribePush } from './push.ts';
import { describeMailLink, followMailLink, unsubscribeByMail } from './mail-links.ts';
import { partnerCards } from './partner-cards.ts';
import { salesDropChart } from './sales-drop-chart.ts';
import { promotionsBreakdown, salesBreakdown } from './orders.ts';
import { buyBoxDay, productTimeline, rankBreakdown } from './products.ts';
import * as sentinel from './sentinel.ts';
import { putOwnSettings } from './own-settings.ts';
import { exportSpreadsheet, importSpreadsheet } from './spreadsheets.ts';
import * as settings from './settings.ts';
import { createTicket, reportError, supportAddress } from './support.ts';
import { addUser } from './team.ts';
import { suppressedAlerts } from './tenant-features.ts';
import { bulkMute, bulkSetIssueStatus, muteItem, setIssueStatus, unmuteItem } from './triage.ts';
import * as twoFactor from './two-factor.ts';
import { getWatchdogSettings, putWatchdogSettings } from './watchdog-settings.ts';

/** Every HTTP call of the product, by area; the server implements all of them or does not compile. */
export const contract = {
  auth: {
    csrf: auth.csrf,
    isAuthenticated: auth.isAuthenticated,
    extendSession: auth.extendSession,
    logIn: auth.logIn,
    signOut: auth.signOut,
    signUp: auth.signUp,
    sendPasswordResetEmail,
    resetPassword,
    changePassword,
    listSessions,
    endSession,
    endOtherSessions,
  },
  twoFactor: {
    logInWithCode: twoFactor.logInWithCode,
    logInWithPasskey: twoFactor.logInWithPasskey,
    getTwoFactor: twoFactor.getTwoFactor,
    provePassword: twoFactor.provePassword,
    startApp: twoFactor.startApp,
    confirmApp: twoFactor.confirmApp,
    startPasskey: twoFactor.startPasskey,
    addPasskey: twoFactor.addPasskey,
    renewRecoveryCodes: twoFactor.renewRecoveryCodes,
    requireTwoFactor: twoFactor.requireTwoFactor,
    removeApp: twoFactor.removeApp,
    removePasskey: twoFactor.removePasskey,
    removeTwoFactorOf: twoFactor.removeTwoFactorOf,
  },
  accounts: {
    sendVerification,
    confirmEmail,
    getSettings: settings.getSettings,
    putSettings: settings.putSettings,
    emailAddresses: settings.emailAddresses,
    generateId: settings.generateId,
    addUser,
    auditTrail,
  },
  sellers: {
    sellerList: identity.sellerList,
    authorizationRedirect: identity.authorizationRedirect,
    authorizationCallback: identity.authorizationCallback,
    authorizations: integrations.authorizations,
    revokeAuthorization: integrations.revokeAuthorization,
    deleteSeller: integrations.deleteSeller,
  },
  billing: {
    packageInfo: identity.packageInfo,
    inviteCheck,
    firstPromoter,
    paymentStatus: billing.paymentStatusCall,
    partnerCards,
  },
  world: {
    stateOfTheWorld: sentinel.stateOfTheWorld,
    worldEvents: sentinel.worldEvents,
    freshness: sentinel.freshness,
    salesDropChart,
    suppressedAlerts,
  },
  triage: {
    setIssueStatus,
    bulkSetIssueStatus,
    muteItem,
    unmuteItem,
    bulkMute,
    getWatchdogSettings,
    putWatchdogSettings,
    createKeyword,
    deactivateKeyword,
  },
  support: { createTicket, supportAddress, reportError },
  asins: { asinExists },
  push: { pushKey, subscribePush, unsubscribePush },
  channels: {
    listChannels: channels.listChannels,
    addChannel: channels.addChannel,
    changeChannel: channels.changeChannel,
    newChannelSecret: channels.newChannelSecret,
    testChannel: channels.testChannel,
    removeChannel: channels.removeChannel,
    sendTestMail,
    deliveryLog,
  },
  hooks: { mailHook },
  mail: { describeMailLink, followMailLink, unsubscribeByMail },
  catalog: { salesBreakdown, promotionsBreakdown, rankBreakdown, productTimeline, buyBoxDay },
  spreadsheets: { exportSpreadsheet, importSpreadsheet, putOwnSettings },
} as const;
