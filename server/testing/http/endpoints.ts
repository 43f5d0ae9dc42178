import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { contract } from '@app/shared/contract/index.ts';
import { writeSpreadsheet } from '../../src/lib/spreadsheet/write-spreadsheet.ts';
import { setupIntentOf } from '../billing/obliging-payments.ts';
import { automationClient, ownersPassword, signUpBody } from './api.ts';
import type { PopulatedTenant } from '../database/populate.ts';

export interface Example {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>> | FormData;
}

/** The fields of a part that can be changed one by one; none for a form. */
export const fieldsOf = (part: Example[keyof Example]): Readonly<Record<string, unknown>> =>
  part === undefined || part instanceof FormData ? {} : part;

export interface NamedEndpoint {
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** All calls of the contract. */
export const endpoints: readonly NamedEndpoint[] = Object.values(contract).flatMap((area) =>
  Object.entries<Endpoint>(area).map(([name, endpoint]) => ({ name, endpoint })),
);

type EndpointName = { [Area in keyof typeof contract]: keyof (typeof contract)[Area] }[keyof typeof contract];

/** The spreadsheet of a tenant without products: the header only. */
const headerOnly = (...headers: readonly string[]) =>
  writeSpreadsheet({ name: 'Sheet', columns: headers.map((header) => ({ header, width: 20 })), rows: [] });

const emptySheet = await headerOnly('Marketplace', 'ASIN', 'Velocity lookback days', 'Warning days', 'Alert days');
const emptyProductSheet = await headerOnly('Marketplace', 'ASIN', 'Short-hand name', 'Tracking');

/** A push subscription as a browser sends it. The key is a valid point on the curve. */
export const subscriptionBody = (name: string) => ({
  endpoint: `https://push.services.mozilla.com/wpush/v2/${name}`,
  keys: {
    p256dh: 'BF14o0GiwtgAJBumLxeqYdDG4u_SvGgtmf9DqiTouHXocaRNQS1x7HuUU6yD3EXlC2EN_OFN2tbybjfcCy3ESks',
    auth: 'FPssNDTKnInHVndSTdbKFw',
  },
});

const ofBrowser = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} } as const;
const registeredPasskey = { ...ofBrowser, response: { clientDataJSON: 'e30', attestationObject: 'oA' } };
const usedPasskey = { ...ofBrowser, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } };

/** A form with one file, as browsers send it. */
export function formWith(bytes: Uint8Array): FormData {
  const form = new FormData();
  form.append('file', new File([Uint8Array.from(bytes)], 'inventory-config-import.xlsx'));
  return form;
}

/** A request of the registered program. */
const consentRequest = {
  client_id: automationClient.id,
  redirect_uri: automationClient.redirectUris[0],
  response_type: 'code',
  scope: 'catalogue:read',
  state: 'state',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

/** A valid input for each call, with ids of the given tenant. A new call does not compile without one. */
const examples: Readonly<Record<EndpointName, (of: PopulatedTenant) => Example>> = {
  csrf: () => ({}),
  isAuthenticated: () => ({}),
  listAccessTokens: () => ({}),
  createAccessToken: ({ marker }) => ({
    body: { name: `Token of ${marker}`, scopes: ['catalogue:read'], expiresInDays: 30 },
  }),
  revokeAccessToken: ({ accessTokenId }) => ({ params: { accessTokenId } }),
  subscribeHook: ({ sellerAccountId, marker }) => ({
    body: {
      url: `https://hooks.example.com/${marker}`,
      event: 'alertRaised',
      filter: { sellerIds: [sellerAccountId], watchdogs: ['price'] },
    },
  }),
  listHooks: ({ marker }) => ({ query: { url: `https://hooks.example.com/${marker}`, limit: 20 } }),
  testHook: ({ hookId }) => ({ params: { hookId } }),
  unsubscribeHook: ({ hookId }) => ({ params: { hookId } }),
  describeConsent: () => ({ query: consentRequest }),
  decideConsent: () => ({ body: { request: consentRequest, isAllowed: true } }),
  apiMe: () => ({}),
  listAlerts: ({ productId }) => ({ query: { productId, limit: 20 } }),
  getAlert: ({ alertId }) => ({ params: { alertId } }),
  listProducts: () => ({ query: { q: 'kettle', limit: 20, marketplace: 'US' } }),
  getProduct: ({ productId }) => ({ params: { productId } }),
  getTimeline: ({ productId }) => ({ params: { productId }, query: { lookbackDays: 30 } }),
  listSales: ({ productId }) => ({ query: { productId, from: '2026-06-01', to: '2026-06-15', limit: 20 } }),
  listStock: () => ({ query: { limit: 20 } }),
  listFreshness: () => ({ query: { late: 'false', limit: 20 } }),
  listCosts: () => ({ query: { from: '2026-06-01', to: '2026-06-12', limit: 20 } }),
  muteIssue: ({ productId }) => ({ params: { watchDogId: `price-${productId}` }, body: { minutes: 0 } }),
  changeIssueStatus: ({ productId }) => ({
    params: { watchDogId: `price-${productId}` },
    body: { status: 'seen' },
  }),
  extendSession: () => ({}),
  logIn: () => ({ body: { email: 'nobody@example.com', password: 'wrong horse 1', keepMeSignedIn: true } }),
  signOut: () => ({}),
  signUp: ({ marker }) => ({ body: signUpBody(`${marker}@example.com`) }),
  sendPasswordResetEmail: () => ({ body: { email: 'nobody@example.com' } }),
  describePasswordLink: () => ({ body: { passwordResetToken: 'unknown' } }),
  resetPassword: () => ({ body: { newPassword: 'another horse 2', passwordResetToken: 'unknown' } }),
  changePassword: () => ({ body: { oldPassword: ownersPassword, newPassword: ownersPassword } }),
  listSessions: () => ({}),
  endSession: ({ marker }) => ({ params: { id: `session-of-${marker}` } }),
  endOtherSessions: () => ({}),
  logInWithCode: () => ({ body: { token: 'unknown', code: '123456' } }),
  logInWithPasskey: () => ({ body: { token: 'unknown', response: usedPasskey } }),
  getTwoFactor: () => ({}),
  provePassword: () => ({ body: { password: ownersPassword } }),
  startApp: () => ({}),
  confirmApp: () => ({ body: { code: '123456' } }),
  startPasskey: () => ({}),
  addPasskey: () => ({ body: { name: 'My key', response: registeredPasskey } }),
  renewRecoveryCodes: () => ({}),
  requireTwoFactor: () => ({ body: { isRequired: false } }),
  removeApp: () => ({}),
  removePasskey: ({ passkeyId }) => ({ params: { id: passkeyId } }),
  removeTwoFactorOf: ({ userAddressId }) => ({ params: { emailAddressId: userAddressId } }),
  sendVerification: ({ emailAddressId }) => ({ params: { emailAddressId } }),
  confirmEmail: () => ({ body: { token: 'unknown' } }),
  getSettings: () => ({}),
  putSettings: ({ emailAddressId, sellerAccountId }) => ({
    body: {
      changedEmailAddresses: [{ emailAddressId, digestEmailHour: 8, sellersTurnedOff: sellerAccountId }],
      sellerAccountNewNames: { [sellerAccountId]: 'Our shop' },
    },
  }),
  emailAddresses: () => ({}),
  generateId: () => ({}),
  addUser: ({ marker }) => ({
    body: { email: `user-${marker}@example.com`, firstName: 'Grace', lastName: 'Hopper', timezoneOffsetMins: 60 },
  }),
  auditTrail: () => ({ query: { before: '999999999' } }),
  sellerList: () => ({}),
  authorizationRedirect: () => ({
    query: {
      region: 'EU',
      path: '/connect',
      accName: 'My shop',
      expectedSellerKey: 'A1SELLER',
      amazonState: 'state',
      amazonCallbackUrl: 'http://seller-central.test/eu/apps/authorize/confirm/amzn1',
    },
  }),
  authorizations: () => ({}),
  ownAuthorizations: () => ({}),
  revokeAuthorization: ({ authorizationId }) => ({ params: { id: authorizationId } }),
  revokeOwnAuthorization: ({ ownAuthorizationId }) => ({ params: { id: ownAuthorizationId } }),
  deleteSeller: ({ sellerAccountId }) => ({ params: { sellerId: sellerAccountId } }),
  adConnections: () => ({}),
  adConnectRedirect: ({ sellerAccountId }) => ({ params: { sellerId: sellerAccountId } }),
  adConnect: () => ({ query: { state: '1', code: 'code', scope: 'scope', error: 'access_denied' } }),
  adDisconnect: ({ sellerAccountId }) => ({ params: { sellerId: sellerAccountId } }),
  googleSheetsAuthorizationUrl: () => ({}),
  googleSheetsCallback: () => ({ query: { state: 'unknown', code: 'code', error: 'access_denied' } }),
  googleSheetsStatus: () => ({}),
  authorizationCallback: () => ({
    query: { state: 'unknown', selling_partner_id: 'A1SELLER', spapi_oauth_code: 'code', error: 'access_denied' },
  }),
  packageInfo: () => ({ query: { code: 'SPRING' } }),
  firstPromoter: () => ({ query: { ref_id: 'partner-spring' } }),
  inviteCheck: () => ({ query: { code: 'SPRING' } }),
  asinExists: ({ marker }) => ({ params: { asin: `B0${marker}` }, query: { marketplace: 'US' } }),
  createTicket: ({ marker }) => ({
    body: {
      email: 'ada@example.com',
      subject: 'The price is wrong',
      body: `Please look at ${marker}`,
      category: 'issue',
      asin: 'B0C7XK4M2P',
      marketplace: 'US',
    },
  }),
  supportAddress: () => ({}),
  reportError: () => ({
    body: {
      message: 'x is undefined',
      url: 'http://watchpost.test/home',
      lineNumber: 7,
      columnNumber: 11,
      error: 'TypeError: x is undefined',
    },
  }),
  partnerCards: () => ({}),
  paymentStatus: () => ({ query: { timezoneOffsetMinutes: 60 } }),
  dailyCostBreakdown: () => ({ query: { from: '2026-10-01', to: '2026-10-31' } }),
  dailyCostDetails: () => ({ params: { day: '2026-06-10' } }),
  costPreview: () => ({ query: { addedAsins: 12 } }),
  estimate: () => ({}),
  dailyBillingStatus: () => ({}),
  listInvoices: () => ({ query: { timezoneOffsetMinutes: -120 } }),
  startPaymentSetup: () => ({ body: { method: 'card' } }),
  setCard: ({ tenantId }) => ({ body: { token: setupIntentOf(tenantId) } }),
  setBankAccount: ({ tenantId }) => ({ body: { token: setupIntentOf(tenantId) } }),
  createSubscription: ({ tenantId }) => ({ body: { token: setupIntentOf(tenantId) } }),
  cancelSubscription: () => ({}),
  resumeSubscription: () => ({}),
  switchToDailyPricing: () => ({}),
  applyCoupon: () => ({ body: {} }),
  setFrequency: () => ({ body: { frequency: 'daily' } }),
  saveBillingDetails: () => ({ body: { billingName: 'Brightkeel GmbH' } }),
  getBillingDetails: () => ({}),
  getBudget: () => ({}),
  saveBudget: () => ({ body: { limitCents: 10_000, capsTracking: true } }),
  exportBilling: () => ({}),
  requestExport: () => ({}),
  requestDeletion: ({ marker }) => ({ body: { companyName: `Company ${marker}` } }),
  takeDeletionBack: () => ({}),
  downloadExport: () => ({ params: { exportId: '00000000-0000-4000-8000-000000000000' } }),
  paymentHook: () => ({ body: { type: 'ping' } }),
  stateOfTheWorld: ({ productId }) => ({
    query: { state: 'epoch.1.all', init: 'true', productIds: productId, page: 0, maxPage: 0 },
  }),
  worldEvents: () => ({}),
  freshness: () => ({}),
  accountNotices: () => ({}),
  createKeyword: ({ productId, marker }) => ({
    body: { productId, keyword: `kettle ${marker}` },
  }),
  deactivateKeyword: ({ productId }) => ({ body: { watchDogId: `keyword-${productId}-1` } }),
  salesDropChart: ({ productId }) => ({ params: { watchDogId: `salesDrop-${productId}` } }),
  suppressedAlerts: () => ({}),
  salesBreakdown: ({ productId }) => ({
    query: { productId, productGroupId: 'B0PARENT', lookbackDays: 30, from: '2026-06-01', to: '2026-06-15' },
  }),
  promotionsBreakdown: ({ productId }) => ({ query: { productId, lookbackDays: 30 } }),
  rankBreakdown: ({ productId }) => ({ query: { productId, lookbackDays: 30 } }),
  productTimeline: ({ productId }) => ({ params: { productId }, query: { lookbackDays: 30 } }),
  getProductSettings: () => ({ query: { first: 50 } }),
  putProductSettings: ({ productId, marker }) => ({
    body: { products: [{ productId, shortName: `Kettle ${marker}`, show: true }] },
  }),
  exportProducts: () => ({}),
  importProducts: () => ({ query: {}, body: formWith(emptyProductSheet) }),
  autoSelectProducts: () => ({ body: { productCount: 50 } }),
  buyBoxDay: ({ productId }) => ({ query: { productIds: productId } }),
  pushKey: () => ({}),
  subscribePush: ({ marker }) => ({ body: subscriptionBody(marker) }),
  unsubscribePush: ({ marker }) => ({ body: { endpoint: subscriptionBody(marker).endpoint } }),
  listChannels: () => ({}),
  addChannel: ({ marker }) => ({
    body: {
      kind: 'webhook',
      name: `Hook ${marker}`,
      address: 'https://hooks.example.com/watchpost',
      alertsSettings: { PRICE: { RED: true, AMBER: false, GREEN: false } },
    },
  }),
  changeChannel: ({ channelId }) => ({ params: { channelId }, body: { name: 'Another name', isOn: true } }),
  newChannelSecret: ({ channelId }) => ({ params: { channelId } }),
  testChannel: ({ channelId }) => ({ params: { channelId } }),
  removeChannel: ({ channelId }) => ({ params: { channelId } }),
  sendTestMail: ({ emailAddressId }) => ({ params: { emailAddressId } }),
  deliveryLog: ({ emailAddressId }) => ({ query: { emailAddressId, channel: 'mail', outcome: 'waiting' } }),
  mailHook: ({ marker }) => ({
    body: { events: [{ type: 'bounce', email: `${marker}@example.com`, reason: 'gone' }] },
  }),
  describeMailLink: () => ({ body: { token: 'unknown' } }),
  followMailLink: () => ({ body: { token: 'unknown' } }),
  openUnsubscribePage: () => ({ query: { token: 'unknown' } }),
  unsubscribeByMail: () => ({ query: { token: 'unknown' } }),
  putOwnSettings: ({ productId }) => ({ params: { type: 'inventory', productId }, body: { velocityLookbackDays: 14 } }),
  changeOwnSettings: ({ productId }) => ({
    params: { type: 'inventory', productId },
    body: { settings: { alertDays: 3 }, seen: { alertDays: null } },
  }),
  exportSpreadsheet: () => ({ params: { prefix: 'inventory' } }),
  importSpreadsheet: () => ({ params: { prefix: 'inventory' }, query: {}, body: formWith(emptySheet) }),
  requestSalesSpreadsheet: ({ marker }) => ({
    body: {
      productGroupId: null,
      lookbackDays: -1,
      rangeDateFrom: '2026-06-01',
      rangeDateTo: '2026-06-15',
      emailAddresses: [`${marker.toLowerCase()}@users.example`],
    },
  }),
  previewSalesSpreadsheet: ({ productId }) => ({ query: { productId, lookbackDays: 30 } }),
  downloadSalesSpreadsheet: () => ({ query: { token: 'unknown' } }),
  setIssueStatus: ({ productId }) => ({ params: { watchDogId: `price-${productId}`, status: 1 }, query: {} }),
  bulkSetIssueStatus: ({ productId }) => ({ body: { issueStatus: 2, watchDogIds: [`price-${productId}`] } }),
  muteItem: ({ productId }) => ({ params: { id: `price-${productId}` }, body: { minutes: 1440 } }),
  bulkMute: ({ productId }) => ({ body: { minutes: 1440, watchDogIds: [`price-${productId}`] } }),
  setIncident: ({ productId }) => ({ body: { incidentId: 'new', watchDogIds: [`price-${productId}`] } }),
  unmuteItem: ({ productId }) => ({ params: { id: `price-${productId}` }, body: { minutes: -1 } }),
  getWatchdogSettings: () => ({ params: { type: 'numberOfSellers' } }),
  operatorState: () => ({}),
  operatorTenants: ({ marker }) => ({ query: { search: marker } }),
  operatorTenant: ({ tenantId }) => ({ params: { tenantId } }),
  setAsideWork: () => ({}),
  settleSetAside: ({ tenantId }) => ({
    body: { verb: 'retry', work: { kind: 'turn', tenantId, chore: 'end mutes' }, reason: 'mended' },
  }),
  deadLetters: () => ({}),
  redriveDeadLetters: () => ({ body: { reason: 'mended' } }),
  announceByOperator: ({ tenantId, marker }) => ({ body: { tenantId, text: `Hello ${marker}` } }),
  setKindsByOperator: ({ tenantId }) => ({ body: { tenantId, types: ['price'], change: 'preview' } }),
  operatorPackages: () => ({}),
  keepPackageByOperator: () => ({ params: { packageId: 'spring' }, body: { discount: 20 } }),
  keepCodeByOperator: () => ({ body: { code: 'SPRING', packageId: 'spring' } }),
  removeCodeByOperator: () => ({ params: { code: 'SPRING' } }),
  changeDefaultSettings: ({ sellerAccountId }) => ({
    params: { type: 'inventory' },
    body: { sellerId: sellerAccountId, settings: { alertDays: 12 } },
  }),
  changeWatchdogSettings: ({ marker }) => ({
    params: { type: 'numberOfSellers' },
    body: { settings: { whitelist: { US: [{ value: `W${marker}` }] } }, seen: { whitelist: {} } },
  }),
  putWatchdogSettings: ({ marker }) => ({
    params: { type: 'numberOfSellers' },
    body: { whitelist: { US: [{ value: `W${marker}` }] } },
  }),
};

export function exampleOf(name: string, of: PopulatedTenant): Example {
  const make = new Map(Object.entries(examples)).get(name);
  if (!make) throw new Error(`There is no example of ${name}`);
  return make(of);
}

/** Calls that take ids of a tenant. Ids of another tenant must be treated as unknown. */
export const takesIds: readonly EndpointName[] = [
  'setIssueStatus',
  'bulkSetIssueStatus',
  'muteItem',
  'unmuteItem',
  'bulkMute',
  'setIncident',
  'sendVerification',
  'removePasskey',
  'removeTwoFactorOf',
  'endSession',
  'createKeyword',
  'deactivateKeyword',
  'salesDropChart',
  'asinExists',
  'salesBreakdown',
  'promotionsBreakdown',
  'rankBreakdown',
  'productTimeline',
  'requestSalesSpreadsheet',
  'previewSalesSpreadsheet',
  'putOwnSettings',
  'changeOwnSettings',
  'changeDefaultSettings',
  'putProductSettings',
  'changeChannel',
  'newChannelSecret',
  'testChannel',
  'testHook',
  'removeChannel',
  'sendTestMail',
  'putSettings',
  'listAlerts',
  'getAlert',
  'getProduct',
  'getTimeline',
  'listSales',
  'muteIssue',
  'changeIssueStatus',
  'unsubscribeHook',
  'revokeAccessToken',
  'revokeOwnAuthorization',
  'revokeAuthorization',
  'adConnectRedirect',
  'adDisconnect',
  'deleteSeller',
  'downloadExport',
];

/**
 * Calls that only tests of their own make: the event stream has no end, and an export can be downloaded only once per
 * request.
 */
export const isStream = ({ name }: NamedEndpoint): boolean => ['worldEvents', 'downloadExport'].includes(name);

/** Calls that succeed only with input computed by a device. They have their own tests. */
export const needsDevice = ({ name }: NamedEndpoint): boolean => ['confirmApp', 'addPasskey'].includes(name);

/** Calls of operators, which no tenant may make. */
export const isForOperators = ({ endpoint }: NamedEndpoint): boolean => endpoint.access === 'operator';

/** Calls that delete what other calls need. */
export const endsMuch = ({ name }: NamedEndpoint): boolean => ['deleteSeller', 'requestDeletion'].includes(name);
