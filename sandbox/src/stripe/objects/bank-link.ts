import { none, type Birth } from './rows.ts';

/** An account of a bank that its holder has linked by Financial Connections. */
export const newBankLink = (
  { id, created }: Birth,
  link: { customer: string | null; last4: string; permissions: readonly string[] },
) => ({
  id,
  object: 'financial_connections.account' as const,
  account_holder: link.customer === null ? null : { type: 'customer' as const, customer: link.customer },
  account_numbers: none<readonly never[]>(),
  balance: none<{ as_of: number; cash: { available: object }; current: object; type: 'cash' }>(),
  balance_refresh: none<{ last_attempted_at: number; next_refresh_available_at: number | null; status: string }>(),
  category: 'cash',
  created,
  display_name: 'Success Account',
  institution_name: 'Test Institution',
  last4: link.last4,
  livemode: false,
  ownership: none<string>(),
  ownership_refresh: none<never>(),
  permissions: link.permissions,
  status: 'active',
  subcategory: 'checking',
  subscriptions: [] as readonly string[],
  supported_payment_method_types: ['us_bank_account'],
  transaction_refresh: none<never>(),
});

export type BankLink = ReturnType<typeof newBankLink>;
