/** Credentials of the application registered at the sandbox. They are documented and therefore not secret. */
export const sandboxCredentials = {
  clientId: 'amzn1.application-oa2-client.5a4db0c0000000000000000000watchpost',
  clientSecret: 'amzn1.oa2-cs.v1.sandbox-only-secret-of-the-registered-application',
  applicationId: 'amzn1.sp.solution.5a4db0c0-0000-4000-8000-0000000057c4',
  awsRegion: 'us-east-1',
  awsAccessKeyId: 'AKIASANDBOXWATCHPOST',
  awsSecretAccessKey: 'sandbox-only-secret-of-the-queue',
  adsClientId: 'amzn1.application-oa2-client.5a4db0c0000000000000000advertising',
  adsClientSecret: 'amzn1.oa2-cs.v1.sandbox-only-secret-of-the-advertising-application',
  retailApiKey: 'SANDBOXONLYKEYOFTHEPAGEPROVIDER0',
  affiliateApiKey: 'sandbox-only-key-of-the-affiliate-service',
  affiliateAccountId: 'sandboxacct',
  intercomAppId: 'sandboxchat',
  intercomSecret: 'sandbox-only-secret-of-the-chat-service',
  googleClientId: '5a4db0c0-watchpost.apps.googleusercontent.com',
  googleClientSecret: 'GOCSPX-sandboxOnlySecretOfGoogle',
  keepaApiKey: 'sandboxonlykeyofthesecondpageproviderwhichsellsnumbersnotpages00',
  stripeSecretKey: 'sk_test_sandboxOnlyKeyOfThePaymentProvider',
  stripePublishableKey: 'pk_test_sandboxOnlyKeyOfThePaymentProvider',
  stripeWebhookSecret: 'whsec_sandboxOnlySecretOfThePaymentProvider',
} as const;

/** The sandbox's only queue. Its account number is the example that AWS uses in its documentation. */
export const notificationsQueue = {
  name: 'watchpost-notifications',
  account: '123456789012',
  arn: `arn:aws:sqs:${sandboxCredentials.awsRegion}:123456789012:watchpost-notifications`,
  deadLetters: 'watchpost-notifications-dead',
  deadLettersArn: `arn:aws:sqs:${sandboxCredentials.awsRegion}:123456789012:watchpost-notifications-dead`,
  /** Deliveries after which a message goes to the dead letters. */
  maxReceives: 10,
} as const;

interface SandboxAddresses {
  readonly url: string;
  readonly smtpPort: number;
  /** The URL of the payment provider's stand-in; without it the product gets no payment provider. */
  readonly stripeUrl?: string | undefined;
}

/** Returns every environment variable that points the product at a sandbox instead of the real services. */
export function outsideWorld({ url, smtpPort, stripeUrl }: SandboxAddresses): Record<string, string> {
  return {
    ...(stripeUrl === undefined ? {} : paymentProvider(stripeUrl)),
    SMTP_URL: `smtp://${new URL(url).hostname}:${smtpPort}`,
    SUPPORT_EMAIL: 'support@watchpost.test',
    ALLOW_PRIVATE_ADDRESSES: 'yes',
    PARTNER_CARDS: JSON.stringify([
      {
        id: 'capital',
        title: 'Working capital for sellers.',
        text: '10% fee rebate on the first capital advance.',
        label: 'See the offer',
        url: `${url}/partners/capital`,
      },
    ]),
    SP_API_URL_NA: `${url}/sp-api-na`,
    SP_API_URL_EU: `${url}/sp-api-eu`,
    LWA_TOKEN_URL: `${url}/auth/o2/token`,
    LWA_CLIENT_ID: sandboxCredentials.clientId,
    LWA_CLIENT_SECRET: sandboxCredentials.clientSecret,
    SP_API_APPLICATION_ID: sandboxCredentials.applicationId,
    SELLER_CENTRAL_URL_NA: `${url}/seller-central-na`,
    SELLER_CENTRAL_URL_EU: `${url}/seller-central-eu`,
    SELLER_CENTRAL_URL_IN: `${url}/seller-central-in`,
    ...advertisingAt(url),
    SP_API_NOTIFICATIONS_URL: `${url}/sqs`,
    SP_API_NOTIFICATIONS_QUEUE: `${url}/sqs/${notificationsQueue.account}/${notificationsQueue.name}`,
    SP_API_NOTIFICATIONS_QUEUE_ARN: notificationsQueue.arn,
    SP_API_NOTIFICATIONS_EVENT_ACCOUNT: notificationsQueue.account,
    AWS_REGION: sandboxCredentials.awsRegion,
    AWS_ACCESS_KEY_ID: sandboxCredentials.awsAccessKeyId,
    AWS_SECRET_ACCESS_KEY: sandboxCredentials.awsSecretAccessKey,
    RETAIL_API_PROVIDER: 'rainforest',
    RETAIL_API_URL: `${url}/rainforest`,
    RETAIL_API_KEY: sandboxCredentials.retailApiKey,
    AFFILIATE_API_URL: `${url}/affiliate/api/v2`,
    AFFILIATE_API_KEY: sandboxCredentials.affiliateApiKey,
    AFFILIATE_ACCOUNT_ID: sandboxCredentials.affiliateAccountId,
    CONVERSION_URL: `${url}/conversions`,
    INTERCOM_APP_ID: sandboxCredentials.intercomAppId,
    INTERCOM_SECRET: sandboxCredentials.intercomSecret,
    INTERCOM_LOADER_URL: `${url}/intercom`,
    INTERCOM_API_BASE: `${url}/intercom/api`,
    GOOGLE_AUTHORIZE_URL: `${url}/google/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${url}/google/token`,
    GOOGLE_API_URL: `${url}/google`,
    GOOGLE_DRIVE_URL: `${url}/google/drive`,
    GOOGLE_CLIENT_ID: sandboxCredentials.googleClientId,
    GOOGLE_CLIENT_SECRET: sandboxCredentials.googleClientSecret,
    KEEPA_API_URL: `${url}/keepa`,
    KEEPA_API_KEY: sandboxCredentials.keepaApiKey,
  };
}

const advertisingAt = (url: string): Record<string, string> => ({
  ADS_CLIENT_ID: sandboxCredentials.adsClientId,
  ADS_CLIENT_SECRET: sandboxCredentials.adsClientSecret,
  ADS_AUTHORIZE_URL: `${url}/ads-na/ap/oa`,
  ADS_AUTHORIZE_URL_EU: `${url}/ads-eu/ap/oa`,
  ADS_TOKEN_URL: `${url}/ads-na/auth/o2/token`,
  ADS_TOKEN_URL_EU: `${url}/ads-eu/auth/o2/token`,
  ADS_API_URL: `${url}/ads-na`,
  ADS_API_URL_EU: `${url}/ads-eu`,
});

const paymentProvider = (stripeUrl: string): Record<string, string> => ({
  STRIPE_API_URL: stripeUrl,
  STRIPE_JS_URL: `${stripeUrl}/stripe-js/endive/stripe.js`,
  STRIPE_SECRET_KEY: sandboxCredentials.stripeSecretKey,
  STRIPE_PUBLISHABLE_KEY: sandboxCredentials.stripePublishableKey,
  STRIPE_WEBHOOK_SECRET: sandboxCredentials.stripeWebhookSecret,
});
