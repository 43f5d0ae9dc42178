import { accessTokenCalls } from './access-tokens.ts';
import { accountsCalls } from './accounts.ts';
import { advertisingCalls } from './advertising.ts';
import { authCalls } from './auth.ts';
import { billingCalls } from './billing.ts';
import { catalogCalls } from './catalog.ts';
import { channelCalls } from './channels.ts';
import { deliveryLogCalls } from './delivery-log.ts';
import { googleSheetsCalls } from './google-sheets.ts';
import { hookCalls } from './hooks.ts';
import { mailLinkCalls } from './mail-links.ts';
import { oauthCalls } from './oauth.ts';
import { operatorCalls } from './operator.ts';
import { productSettingsCalls } from './product-settings.ts';
import { productSheetCalls } from './product-sheet.ts';
import { publicApiCalls } from './public-api/index.ts';
import { pushCalls } from './push.ts';
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
  push: pushCalls,
  channels: { ...channelCalls, ...deliveryLogCalls },
  mail: mailLinkCalls,
  hooks: hookCalls,
  billing: billingCalls,
  tenantData: tenantDataCalls,
  oauth: oauthCalls,
  publicApi: publicApiCalls,
  operator: operatorCalls,
} as const;
