import { accessTokenCalls } from './access-tokens.ts';
import { accountsCalls } from './accounts.ts';
import { advertisingCalls } from './advertising.ts';
import { authCalls } from './auth.ts';
import { billingCalls } from './billing.ts';
import { catalogCalls } from './catalog.ts';
import * as channels from './channels.ts';
import { deliveryLog, sendTestMail } from './delivery-log.ts';
import { googleSheetsCalls } from './google-sheets.ts';
import { mailHook, paymentHook } from './hooks.ts';
import { describeMailLink, followMailLink, openUnsubscribePage, unsubscribeByMail } from './mail-links.ts';
import { oauthCalls } from './oauth.ts';
import { operatorCalls } from './operator.ts';
import { productSettingsCalls } from './product-settings.ts';
import { productSheetCalls } from './product-sheet.ts';
import { publicApiCalls } from './public-api/index.ts';
import { pushKey, subscribePush, unsubscribePush } from './push.ts';
import { salesSpreadsheetCalls } from './sales-spreadsheet.ts';
import { sellersCalls } from './sellers.ts';
import { spreadsheetsCalls } from './spreadsheets.ts';
import { supportCalls } from './support.ts';
import { tenantDataCalls } from './tenant-data.ts';
import { triageCalls } from './triage.ts';
import { twoFactorCalls } from './two-factor.ts';
import { worldCalls } from './world.ts';

/** Every HTTP call of the product, by area. The server does not compile unless it implements all of them. */
export const contract = {
  auth: authCalls,
  twoFactor: twoFactorCalls,
  accounts: accountsCalls,
  accessTokens: accessTokenCalls,
  sellers: sellersCalls,
  advertising: advertisingCalls,
  googleSheets: googleSheetsCalls,
  support: supportCalls,
  catalog: catalogCalls,
  productSettings: productSettingsCalls,
  world: worldCalls,
  triage: triageCalls,
  spreadsheets: spreadsheetsCalls,
  productSheet: productSheetCalls,
  salesSpreadsheet: salesSpreadsheetCalls,
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
  mail: { describeMailLink, followMailLink, openUnsubscribePage, unsubscribeByMail },
  hooks: { mailHook, paymentHook },
  billing: billingCalls,
  tenantData: tenantDataCalls,
  oauth: oauthCalls,
  publicApi: publicApiCalls,
  operator: operatorCalls,
} as const;
