/**
 * The regions of authorisations: one authorisation covers every marketplace of its region (specification, section 2).
 */
export const regionCodes = ['NA', 'EU', 'IN'] as const;
export type Region = (typeof regionCodes)[number];

export interface Marketplace {
  readonly code: string;
  /** Amazon's marketplace id, from its developer documentation. */
  readonly id: string;
  readonly domain: string;
  readonly region: Region;
  readonly currency: string;
  /** The locale in which numbers and money are written. */
  readonly locale: string;
  readonly timeZone: string;
}

/** The marketplaces that the product watches, in the order of its country filter (specification, section 3). */
export const marketplaces = [
  {
    code: 'US',
    id: 'ATVPDKIKX0DER',
    domain: 'amazon.com',
    region: 'NA',
    currency: 'USD',
    locale: 'en-US',
    timeZone: 'America/Los_Angeles',
  },
  {
    code: 'CA',
    id: 'A2EUQ1WTGCTBG2',
    domain: 'amazon.ca',
    region: 'NA',
    currency: 'CAD',
    locale: 'en-CA',
    timeZone: 'America/Los_Angeles',
  },
  {
    code: 'MX',
    id: 'A1AM78C64UM0Y8',
    domain: 'amazon.com.mx',
    region: 'NA',
    currency: 'MXN',
    locale: 'es-MX',
    timeZone: 'America/Mexico_City',
  },
  {
    code: 'BR',
    id: 'A2Q3Y263D00KWC',
    domain: 'amazon.com.br',
    region: 'NA',
    currency: 'BRL',
    locale: 'pt-BR',
    timeZone: 'America/Sao_Paulo',
  },
  {
    code: 'UK',
    id: 'A1F83G8C2ARO7P',
    domain: 'amazon.co.uk',
    region: 'EU',
    currency: 'GBP',
    locale: 'en-GB',
    timeZone: 'Europe/London',
  },
  {
    code: 'DE',
    id: 'A1PA6795UKMFR9',
    domain: 'amazon.de',
    region: 'EU',
    currency: 'EUR',
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
  },
  {
    code: 'FR',
    id: 'A13V1IB3VIYZZH',
    domain: 'amazon.fr',
    region: 'EU',
    currency: 'EUR',
    locale: 'fr-FR',
    timeZone: 'Europe/Paris',
  },
  {
    code: 'ES',
    id: 'A1RKKUPIHCS9HS',
    domain: 'amazon.es',
    region: 'EU',
    currency: 'EUR',
    locale: 'es-ES',
    timeZone: 'Europe/Madrid',
  },
  {
    code: 'IT',
    id: 'APJ6JRA9NG5V4',
    domain: 'amazon.it',
    region: 'EU',
    currency: 'EUR',
    locale: 'it-IT',
    timeZone: 'Europe/Rome',
  },
  {
    code: 'NL',
    id: 'A1805IZSGTT6HS',
    domain: 'amazon.nl',
    region: 'EU',
    currency: 'EUR',
    locale: 'nl-NL',
    timeZone: 'Europe/Amsterdam',
  },
  {
    code: 'IN',
    id: 'A21TJRUUN4KGV',
    domain: 'amazon.in',
    region: 'IN',
    currency: 'INR',
    locale: 'en-IN',
    timeZone: 'Asia/Kolkata',
  },
] as const satisfies readonly Marketplace[];

export type MarketplaceCode = (typeof marketplaces)[number]['code'];
export const marketplaceCodes = marketplaces.map(({ code }) => code);

const byCode = new Map<string, Marketplace>(marketplaces.map((entry) => [entry.code, entry]));
const byId = new Map<string, Marketplace>(marketplaces.map((entry) => [entry.id, entry]));

export const findMarketplace = (code: string): Marketplace | undefined => byCode.get(code);
export const findMarketplaceById = (id: string): Marketplace | undefined => byId.get(id);
export const marketplacesOf = (region: Region): readonly Marketplace[] =>
  marketplaces.filter((m) => m.region === region);

/** Throws for an unknown code, which is a bug: codes never come from input unchecked. */
export function marketplace(code: string): Marketplace {
  const found = byCode.get(code);
  if (!found) throw new Error(`No marketplace has the code ${code}`);
  return found;
}

/** The locale of the marketplace with this code; an unknown code gives that of the US. */
export const localeOf = (code: string): string => byCode.get(code)?.locale ?? 'en-US';
