import { emailAddressShape, type EmailAddress, type IdentitySettings } from '@app/shared/contract/accounts.ts';
import { defaultSettings } from '@app/shared/contract/address-settings.ts';

/**
 * Builders for tests: an account with an owner, a user, three seller accounts and one type that the plan does not
 * include.
 */
const on = { RED: true, AMBER: true, GREEN: true };
export const off = { RED: false, AMBER: false, GREEN: false };

export const address = (given: Partial<EmailAddress>): EmailAddress =>
  emailAddressShape.parse({
    emailAddressId: '1',
    email: 'owner@example.com',
    firstName: 'Olive',
    lastName: 'Owner',
    isPrimary: false,
    isUser: false,
    isVerified: true,
    verificationEmailSent: false,
    ...defaultSettings,
    timezoneOffset: 1,
    timeZone: 'Europe/Berlin',
    alertsSettings: {
      PRICE: off,
      LOST_BUYBOX: { ...on, AMBER: false },
      SALES_DROP: off,
      LISTING_SUSPENDED: { ...off, RED: true },
    },
    unsubscribedSellerAccounts: [],
    allowedSellerAccounts: [],
    stoppedReason: null,
    lastDigestDay: null,
    isInvited: false,
    ...given,
  });

export const seller = (sellerId: string, nickName: string | null) => ({
  sellerId,
  sellerKey: `A${sellerId}`,
  name: `Seller ${sellerId}`,
  nickName,
  accountNickName: nickName,
  region: 'NA' as const,
  marketplaces: ['US'],
  setupCompleted: true,
  mayNeedReauthorization: false,
  connectedToAdvertisementApi: false,
  authTokenLast6Digit: '4f7a2c',
  storeFrontURL: null,
  feedbackUrls: {},
});

export const settings = (given: Partial<IdentitySettings> = {}): IdentitySettings => ({
  email: 'owner@example.com',
  isOwner: true,
  firstName: 'Olive',
  lastName: 'Owner',
  companyName: 'Acme',
  dailyPricing: true,
  periodStart: 0,
  periodEnd: 0,
  accountCreatedAt: 0,
  emailAddresses: [
    address({ isPrimary: true, isUser: true }),
    address({ emailAddressId: '2', email: 'ops@example.com', isUser: true }),
  ],
  sellerAccounts: [seller('10', 'Our shop'), seller('11', null), seller('12', null)],
  instantAlert: true,
  alertSubject: 'DETAILED',
  batchingIntervalMinutes: 120,
  timezoneOffset: 1,
  timezoneAdjustToDST: true,
  timeZone: 'Europe/Berlin',
  digestEmailHour: 7,
  watchDogTypesToDisplayName: {
    LOST_BUYBOX: 'Lost Buy Box',
    PRICE: 'Price Change Alert',
    LISTING_SUSPENDED: 'Listing Suspended',
    SALES_DROP: 'Sales Drop',
  },
  showAdvertisementApiSettings: false,
  suppressedAlertTypes: ['SALES_DROP'],
  ...given,
});
