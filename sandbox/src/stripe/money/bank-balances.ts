import type { Account } from '../account.ts';
import { newBankLink, type BankLink } from '../objects/bank-link.ts';
import type { TestBank } from './test-banks.ts';

const usualBalance = 1_000_00;
const hourSeconds = 3600;

export function linkBank(
  account: Account,
  bank: TestBank,
  link: { customer: string | null; permissions: readonly string[] },
): BankLink {
  const row = account.bankLinks.add(newBankLink(account.birth('fca'), { last4: bank.account.slice(-4), ...link }));
  account.linkedAccounts.set(row.id, bank.account);
  account.bankBalances.set(row.id, bank.failure === 'insufficient_funds' ? 0 : usualBalance);
  account.emit('financial_connections.account.created', row);
  return row;
}

/**
 * Marks the refresh of the balance as pending. `finishRefreshes` completes it later, because Stripe too answers first.
 */
export function refreshBalance(account: Account, link: BankLink): void {
  const now = account.now();
  link.balance_refresh = { last_attempted_at: now, next_refresh_available_at: null, status: 'pending' };
}

export function finishRefreshes(account: Account): void {
  const now = account.now();
  for (const link of account.bankLinks.newestFirst((row) => row.balance_refresh?.status === 'pending')) {
    const usd = account.bankBalances.get(link.id) ?? usualBalance;
    link.balance = { as_of: now, cash: { available: { usd } }, current: { usd }, type: 'cash' };
    link.balance_refresh = {
      last_attempted_at: now,
      next_refresh_available_at: now + hourSeconds,
      status: 'succeeded',
    };
    account.emit('financial_connections.account.refreshed_balance', link);
  }
}
