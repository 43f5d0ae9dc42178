/** The variables without which nothing starts. */
export const development = {
  DATABASE_URL: 'postgres://api@database.example/watchpost',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};
/** The variables without which production is refused. */
export const production = {
  ...development,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://watchpost.example',
  DATABASE_URL: 'postgres://api@database.example/watchpost?sslmode=verify-full',
  DATABASE_WORKER_URL: 'postgres://worker@database.example/watchpost?sslmode=verify-full',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Watchpost <alerts@watchpost.example>',
  SUPPORT_EMAIL: 'support@watchpost.example',
  LWA_TOKEN_URL: 'https://api.amazon.com/auth/o2/token',
  LWA_CLIENT_ID: 'client',
  LWA_CLIENT_SECRET: 'client secret',
  SP_API_APPLICATION_ID: 'amzn1.sp.solution.test',
  SP_API_URL_EU: 'https://sellingpartnerapi-eu.amazon.com',
  SELLER_CENTRAL_URL_EU: 'https://sellercentral-europe.amazon.com',
};
