import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { listStoppedRecipients, type StoppedRecipient } from '../accounts/recipients/stopped-recipient-queries.ts';
import { listAccountTroubles, type AccountTrouble } from '../observing/push/account-status-queries.ts';
import { isRaised } from '../sellers/standing/alarms.ts';
import { refusedSubjects } from '../sellers/standing/refused-subjects.ts';
import { listRepeatedRefusals, type ShownRefusal } from '../sellers/standing/refusal-queries.ts';
import { refusalsUntilShown } from '../sellers/standing/standing.ts';

type AccountErrors = WorldAnswer['accountErrors'];

type Troubles = Awaited<ReturnType<typeof loadTroubles>>;

/** Loads the facts behind the errors that the viewer may see. */
export async function loadTroubles(tx: Tx, { actor, now }: { readonly actor: Actor; readonly now: Date }) {
  const [statuses, refusals, isOutage, stopped] = await Promise.all([
    listAccountTroubles(tx, actor),
    listRepeatedRefusals(tx, actor.tenantId, refusalsUntilShown),
    isRaised(tx, 'authorizationsRefused', now),
    // Only the owner can act on these errors.
    actor.isOwner ? listStoppedRecipients(tx, actor.tenantId) : [],
  ]);
  return { statuses, refusals, isOutage, stopped };
}

export const describeTroubles = (accounts: readonly SellerAccount[], troubles: Troubles): AccountErrors => [
  ...accountErrorsOf(accounts, troubles),
  ...stoppedErrorsOf(troubles.stopped),
];

interface Trouble {
  readonly statuses: readonly AccountTrouble[];
  /** Requests that the marketplace has refused several times in a row. */
  readonly refusals: readonly ShownRefusal[];
  /** True while the authorisations of many sellers are refused, an outage of the marketplace. */
  readonly isOutage: boolean;
}

/**
 * Returns the errors of the seller accounts that the viewer may see: lost authorisations, refused requests, and
 * accounts in trouble. During an outage of the marketplace one error about the outage replaces the lost authorisations.
 */
export function accountErrorsOf(
  accounts: readonly SellerAccount[],
  { statuses, refusals, isOutage }: Trouble,
): AccountErrors {
  const outage = isOutage ? [{ sellerId: '', message: outageText }] : [];
  const ofAccounts = accounts.flatMap((account) => {
    const { sellerId, mayNeedReauthorization } = account;
    const name = account.nickName ?? account.name;
    const ofAccount = ({ sellerAccountId }: { readonly sellerAccountId: string }) => sellerAccountId === sellerId;
    const lost = `${name} may need to be authorized again: the marketplace refuses our requests.`;
    const refused = refusedSubjects(refusals.filter(ofAccount));
    const messages = [
      ...(mayNeedReauthorization && !isOutage ? [lost] : []),
      // Without an authorisation no requests are sent, so earlier refusals matter less.
      ...(refused.length > 0 && !mayNeedReauthorization ? [refusedText(name, refused)] : []),
      ...statuses.filter(ofAccount).map(({ marketplace, status }) => `${name}, ${marketplace}: ${words[status]}`),
    ];
    return messages.map((message) => ({ sellerId, message }));
  });
  return [...outage, ...ofAccounts];
}

const outageText =
  'Amazon refuses the requests of many sellers at the moment. You need not do anything: they are repeated by themselves.';

const listed = new Intl.ListFormat('en');

const refusedText = (name: string, subjects: readonly string[]): string =>
  `${name}: Amazon refuses our requests about ${listed.format(subjects)}. ` +
  'They are repeated by themselves; if this stays, please authorize the account again.';

const words: Readonly<Record<AccountTrouble['status'], string>> = {
  AT_RISK: 'Amazon says that this account is at risk of deactivation.',
  DEACTIVATED: 'Amazon has deactivated this account.',
};

/** Errors about addresses of the tenant's own account. These errors have no seller id. */
const stoppedErrorsOf = (stopped: readonly StoppedRecipient[]): AccountErrors =>
  stopped.map(({ kind, name }) => ({
    sellerId: '',
    message:
      kind === 'address'
        ? `${name} gets no mail any more: its mail server refuses it permanently. Please verify or change the address in the settings.`
        : `The channel ${name} gets no alerts any more: it refuses messages permanently. Please check it in the settings.`,
  }));
