import type { Stripe } from 'stripe';
import { ExternalError } from '../marketplace/external-error.ts';
import { codeOf, type StripeCall } from './stripe-call.ts';

/** The name, address and tax id on invoices. */
export interface CustomerDetails {
  readonly name: string;
  readonly address: {
    readonly line1: string;
    readonly city: string;
    readonly postalCode: string;
    readonly country: string;
    /** The tax id as the person typed it; empty for none. */
    readonly taxId: string;
  } | null;
}

interface TaxId {
  readonly type: Stripe.TaxIdCreateParams.Type;
  readonly value: string;
}

/** The countries of the European Union, and Northern Ireland, whose companies have an EU VAT number. */
const euCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/** By country: Stripe's name for the kind of tax id that is printed on the invoices of a company. */
const typeOfCountry: Readonly<Record<string, TaxId['type']>> = {
  AE: 'ae_trn',
  AR: 'ar_cuit',
  AU: 'au_abn',
  BR: 'br_cnpj',
  CA: 'ca_bn',
  CH: 'ch_vat',
  CL: 'cl_tin',
  CN: 'cn_tin',
  CO: 'co_nit',
  EG: 'eg_tin',
  GB: 'gb_vat',
  HK: 'hk_br',
  ID: 'id_npwp',
  IL: 'il_vat',
  IN: 'in_gst',
  IS: 'is_vat',
  JP: 'jp_trn',
  KR: 'kr_brn',
  LI: 'li_vat',
  MX: 'mx_rfc',
  MY: 'my_sst',
  NO: 'no_vat',
  NZ: 'nz_gst',
  PH: 'ph_tin',
  RS: 'rs_pib',
  SA: 'sa_vat',
  SG: 'sg_gst',
  TH: 'th_vat',
  TR: 'tr_tin',
  TW: 'tw_vat',
  UA: 'ua_vat',
  US: 'us_ein',
  VN: 'vn_tin',
  ZA: 'za_vat',
};

/** Returns the tax id as Stripe takes it; `null` if there is none, or none of a kind that Stripe knows for the country. */
export function taxIdOf({ address }: CustomerDetails): TaxId | null {
  if (!address) return null;
  const { country, taxId } = address;
  const text = taxId.trim();
  if (text === '') return null;
  if (euCountries.has(country)) return { type: 'eu_vat', value: vatNumber(country, text) };
  const type = typeOfCountry[country];
  return type === undefined ? null : { type, value: text };
}

/**
 * Returns the text as a VAT number, without spaces, dots and hyphens and with the code of the country before it, which
 * is EL for Greece.
 */
function vatNumber(country: string, text: string): string {
  const bare = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  const prefix = country === 'GR' ? 'EL' : country;
  return bare.startsWith(prefix) ? bare : `${prefix}${bare}`;
}

export const customerParameters = ({ name, address }: CustomerDetails): Stripe.CustomerUpdateParams => ({
  name,
  // An empty text removes the address.
  address: address
    ? { line1: address.line1, city: address.city, postal_code: address.postalCode, country: address.country }
    : '',
});

/**
 * Makes this tax id the only one of the customer. It lists the customer's tax ids first, so that a repeated call does
 * not add the same tax id twice.
 */
export async function saveTaxId(
  call: StripeCall,
  customerId: string,
  { taxId, key }: { readonly taxId: TaxId | null; readonly key: string },
): Promise<'saved' | 'taxIdRefused'> {
  const { data: known } = await call((stripe) => stripe.customers.listTaxIds(customerId, { limit: 100 }));
  const isWanted = ({ type, value }: Stripe.TaxId) => type === taxId?.type && value === taxId.value;
  try {
    if (taxId && !known.some(isWanted)) {
      await call((stripe) =>
        stripe.customers.createTaxId(customerId, { ...taxId }, { idempotencyKey: `wp:${key}:tax-id` }),
      );
    }
  } catch (error) {
    if (isRefusedTaxId(error)) return 'taxIdRefused';
    throw error;
  }
  for (const { id } of known.filter((one) => !isWanted(one))) {
    await call((stripe) => stripe.customers.deleteTaxId(customerId, id));
  }
  return 'saved';
}

const isRefusedTaxId = (error: unknown): boolean =>
  error instanceof ExternalError && codeOf(error) === 'tax_id_invalid';
