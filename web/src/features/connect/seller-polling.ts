/** Specification, section 4: an empty list is asked for again every second. */
const emptyMs = 1_000;
/** Our own rhythm while a set-up runs, so that its counts move. */
const runningMs = 2_000;

/** How long until the seller list is asked for again; false when nothing is expected to change. */
export function sellerPollMs(accounts: readonly { readonly setupCompleted: boolean }[] | undefined): number | false {
  if (!accounts || accounts.length === 0) return emptyMs;
  return accounts.every((account) => account.setupCompleted) ? false : runningMs;
}
