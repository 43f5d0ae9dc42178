export interface TestBank {
  readonly account: string;
  /** The reason for which a debit fails after its business days, or null if it succeeds. */
  readonly failure: string | null;
  /** Whether the account holder disputes each debit after it has succeeded. */
  readonly isDisputed?: boolean;
}

export const testRoutingNumber = '110000000';

const banks: readonly TestBank[] = [
  { account: '000123456789', failure: null },
  { account: '000111111113', failure: 'account_closed' },
  { account: '000111111116', failure: 'no_account' },
  { account: '000222222227', failure: 'insufficient_funds' },
  { account: '000333333335', failure: 'debit_not_authorized' },
  { account: '000555555559', failure: null, isDisputed: true },
];

export const testBankOf = (account: string): TestBank | undefined => banks.find((bank) => bank.account === account);

/** The deposits in cents and the statement code, each of which verifies every test account. */
export const testDeposits = { amounts: [32, 45], code: 'SM11AA' };

const daySeconds = 86_400;

/** Returns the same time of day after a number of business days, Monday to Friday in UTC. */
export function afterBusinessDays(from: number, days: number): number {
  let at = from;
  for (let left = days; left > 0;) {
    at += daySeconds;
    const weekday = new Date(at * 1000).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return at;
}
