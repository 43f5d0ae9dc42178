/** Specification, section 4: an empty list is fetched again every second. */
const emptyMs = 1_000;
/**
 * The interval at which the list is fetched while a set-up runs, so that its counts stay current; not in the
 * specification.
 */
const runningMs = 2_000;

/** The time until the seller list is fetched again; false when no change is expected. */
export function sellerPollMs(accounts: readonly { readonly setupCompleted: boolean }[] | undefined): number | false {
  if (!accounts || accounts.length === 0) return emptyMs;
  return accounts.every((account) => account.setupCompleted) ? false : runningMs;
}
