import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { contract } from '@app/shared/contract/index.ts';
import { writeSpreadsheet } from '../src/lib/spreadsheet/write-spreadsheet.ts';
import { signUpBody } from './api.ts';
import type { Populated } from './populate.ts';

export interface Example {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>> | FormData;
}

/** What of a part can be changed field by field; a form has none. */
export const fieldsOf = (part: Example[keyof Example]): Readonly<Record<string, unknown>> =>
  part === undefined || part instanceof FormData ? {} : part;

export interface NamedEndpoint {
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** Every call of the product. */
export const endpoints: readonly NamedEndpoint[] = Object.values(contract).flatMap((area) =>
  Object.entries<Endpoint>(area).map(([name, endpoint]) => ({ name, endpoint })),
);

type EndpointName = { [Area in keyof typeof contract]: keyof (typeof contract)[Area] }[keyof typeof contract];

/** The spreadsheet of a tenant that has no products: its header. */
const emptySheet = await writeSpreadsheet({
  name: 'FBA Stock',
  columns: ['Marketplace', 'ASIN', 'Velocity lookback days', 'Warning days', 'Alert days'].map((header) => ({
    header,
    width: 20,
  })),
  rows: [],
});

/** A form with one file, as browsers send it. */
export function formWith(bytes: Uint8Array): FormData {
  const form = new FormData();
  form.append('file', new File([Uint8Array.from(bytes)], 'inventory-config-import.xlsx'));
  return form;
}

/** Valid input to each call, with ids of the given tenant where the call takes ids. A new call needs one to compile. */
const examples: Readonly<Record<EndpointName, (of: Populated) => Example>> = {
  csrf: () => ({}),
  isAuthenticated: () => ({}),
  extendSession: () => ({}),
  logIn: () => ({ body: { email: 'nobody@example.com', password: 'wrong horse 1', keepMeSignedIn: true } }),
  signOut: () => ({}),
  signUp: ({ marker }) => ({ body: signUpBody(`${marker}@example.com`) }),
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
  authorizationCallback: () => ({
    query: { state: 'unknown', selling_partner_id: 'A1SELLER', spapi_oauth_code: 'code', error: 'access_denied' },
  }),
  packageInfo: () => ({}),
  paymentStatus: () => ({ query: { timezoneOffsetMinutes: 60 } }),
  stateOfTheWorld: ({ productId }) => ({
    query: { state: 'epoch.1.all', init: 'true', productIds: productId, page: 0, maxPage: 0 },
  }),
  worldEvents: () => ({}),
  freshness: () => ({}),
  createKeyword: ({ productId, marker }) => ({
    body: { productId, keyword: `kettle ${marker}` },
  }),
  deactivateKeyword: ({ productId }) => ({ body: { watchDogId: `keyword-${productId}-1` } }),
  salesDropChart: ({ productId }) => ({ params: { watchDogId: `salesDrop-${productId}` } }),
  suppressedAlerts: () => ({}),
  exportSpreadsheet: () => ({ params: { prefix: 'inventory' } }),
  importSpreadsheet: () => ({ params: { prefix: 'inventory' }, body: formWith(emptySheet) }),
  setIssueStatus: ({ productId }) => ({ params: { watchDogId: `price-${productId}`, status: 1 } }),
  bulkSetIssueStatus: ({ productId }) => ({ body: { issueStatus: 2, watchDogIds: [`price-${productId}`] } }),
  muteItem: ({ productId }) => ({ params: { id: `price-${productId}` }, body: { minutes: 1440 } }),
  unmuteItem: ({ productId }) => ({ params: { id: `price-${productId}` }, body: { minutes: -1 } }),
  getWatchdogSettings: () => ({ params: { type: 'numberOfSellers' } }),
  putWatchdogSettings: ({ marker }) => ({
    params: { type: 'numberOfSellers' },
    body: { whitelist: { US: [{ value: `W${marker}` }] } },
  }),
};

export function exampleOf(name: string, of: Populated): Example {
  const make = new Map(Object.entries(examples)).get(name);
  if (!make) throw new Error(`There is no example of ${name}`);
  return make(of);
}

/** Calls that name something of a tenant; another tenant's ids there are ids of nothing. */
export const takesIds: readonly EndpointName[] = [
  'setIssueStatus',
  'bulkSetIssueStatus',
  'muteItem',
  'unmuteItem',
  'createKeyword',
  'deactivateKeyword',
  'salesDropChart',
];

/** The stream of events does not end by itself: a test of its own reads it. */
export const isStream = ({ name }: NamedEndpoint): boolean => name === 'worldEvents';
