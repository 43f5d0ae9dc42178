import type { CardDetails } from './payment-method.ts';
import { none, type Birth } from './rows.ts';

export const newToken = ({ id, created }: Birth, cardId: string, details: CardDetails) => ({
  id,
  object: 'token' as const,
  card: {
    id: cardId,
    object: 'card' as const,
    address_city: none<string>(),
    address_country: none<string>(),
    address_line1: none<string>(),
    address_line1_check: none<string>(),
    address_line2: none<string>(),
    address_state: none<string>(),
    address_zip: none<string>(),
    address_zip_check: none<string>(),
    allow_redisplay: 'unspecified',
    brand:
      details.brand === 'amex'
        ? 'American Express'
        : `${details.brand.charAt(0).toUpperCase()}${details.brand.slice(1)}`,
    country: details.country,
    cvc_check: 'unchecked',
    dynamic_last4: none<string>(),
    exp_month: details.exp_month,
    exp_year: details.exp_year,
    fingerprint: details.fingerprint,
    funding: details.funding,
    last4: details.last4,
    metadata: {},
    name: none<string>(),
    networks: { preferred: none<string>() },
    regulated_status: 'unregulated',
    tokenization_method: none<string>(),
    wallet: none<never>(),
  },
  client_ip: '127.0.0.1',
  created,
  livemode: false,
  type: 'card',
  used: false,
});

export type Token = ReturnType<typeof newToken>;
