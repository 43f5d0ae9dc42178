import { isSetupOver, type SetupFacts } from '@app/shared/domain/account/setup-step.ts';

/** Specification, section 4: an empty list is fetched again every second while no set-up has completed. */
const emptyMs = 1_000;
/**
 * The interval at which the list is fetched while a set-up runs, so that its counts stay current; not in the
 * specification.
 */
const runningMs = 2_000;

interface SellerList {
  /** The accounts that the viewer may see; `undefined` until they are known. */
  readonly accounts: readonly { readonly setupCompleted: boolean }[] | undefined;
  /** Whether the set-up of an account is complete, also of one that the viewer may not see. */
  readonly isAnySetUp: boolean;
}

/** The time until the seller list is fetched again; false when no change is expected. */
export function sellerPollMs({ accounts = [], isAnySetUp }: SellerList): number | false {
  if (accounts.length === 0) return isAnySetUp ? false : emptyMs;
  return accounts.every((account) => account.setupCompleted) ? false : runningMs;
}

/** Specification, section 9: how often the countdown of the set-up is checked. */
const identityMs = 10_000;

/**
 * The time until the state of the account is fetched again; false when nothing is waited for. The owner's page follows
 * the seller accounts and the payment itself. Other users may see none of the accounts whose set-up they wait for.
 */
export const identityPollMs = (identity: (SetupFacts & { readonly isOwner: boolean }) | undefined): number | false =>
  identity !== undefined && !identity.isOwner && !isSetupOver(identity) ? identityMs : false;
