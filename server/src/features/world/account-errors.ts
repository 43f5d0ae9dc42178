import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import type { Stopped } from '../accounts/stopped-queries.ts';
import type { AccountTrouble } from '../observing/push/account-status-queries.ts';

type AccountErrors = WorldAnswer['accountErrors'];

/** What is wrong with the seller accounts that the viewer may see: with our rights there, or with the account itself. */
export function accountErrorsOf(
  accounts: readonly SellerAccount[],
  troubled: readonly AccountTrouble[],
): AccountErrors {
  return accounts.flatMap((account) => {
    const { sellerId, mayNeedReauthorization } = account;
    const name = account.nickName ?? account.name;
    const refused = `${name} may need to be authorized again: the marketplace refuses our requests.`;
    const own = troubled.filter(({ sellerAccountId }) => sellerAccountId === sellerId);
    return [
      ...(mayNeedReauthorization ? [{ sellerId, message: refused }] : []),
      ...own.map(({ marketplace, status }) => ({ sellerId, message: `${name}, ${marketplace}: ${words[status]}` })),
    ];
  });
}

const words: Readonly<Record<AccountTrouble['status'], string>> = {
  AT_RISK: 'Amazon says that this account is at risk of deactivation.',
  DEACTIVATED: 'Amazon has deactivated this account.',
};

/** About the account itself, no seller account of it. */
export const stoppedErrorsOf = (stopped: readonly Stopped[]): AccountErrors =>
  stopped.map(({ kind, name }) => ({
    sellerId: '',
    message:
      kind === 'address'
        ? `${name} gets no mail any more: it was refused for good. Please confirm or change the address in the settings.`
        : `The channel ${name} is told nothing any more: it was refused for good. Please look at it in the settings.`,
  }));
