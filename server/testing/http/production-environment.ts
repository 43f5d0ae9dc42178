/** The variables of an installation that starts with NODE_ENV=production. Nothing calls its addresses. */
export const productionEnvironment = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://watchpost.example',
  DATABASE_WORKER_URL: 'postgres://worker@database.example/watchpost?sslmode=verify-full',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Watchpost <alerts@watchpost.example>',
  LWA_TOKEN_URL: 'https://api.amazon.com/auth/o2/token',
  SP_API_URL_NA: 'https://sellingpartnerapi-na.amazon.com',
  SP_API_URL_EU: 'https://sellingpartnerapi-eu.amazon.com',
  SELLER_CENTRAL_URL_NA: 'https://sellercentral.amazon.com',
  SELLER_CENTRAL_URL_EU: 'https://sellercentral-europe.amazon.com',
  SELLER_CENTRAL_URL_IN: 'https://sellercentral.amazon.in',
};
