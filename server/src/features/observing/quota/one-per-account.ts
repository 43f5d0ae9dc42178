interface AccountItem {
  readonly sellerAccountId: string;
}

interface Work<Item> {
  run(items: readonly Item[], signal: AbortSignal): Promise<void>;
  /** Called with the items of accounts that are being worked on. */
  putOff(items: readonly Item[]): Promise<void>;
}

/**
 * Runs the items of each account together, one run per account at a time. Items of an account with a run under way are
 * put off, so that a slow account occupies one worker only.
 */
export function onePerAccount<Item extends AccountItem>({
  run,
  putOff,
}: Work<Item>): (items: readonly Item[], signal: AbortSignal) => Promise<void> {
  const busy = new Set<string>();
  return async (items, signal) => {
    const [waiting, free] = [true, false].map((isBusy) =>
      items.filter(({ sellerAccountId }) => busy.has(sellerAccountId) === isBusy),
    );
    const accounts = [...Map.groupBy(free ?? [], ({ sellerAccountId }) => sellerAccountId)];
    const settled = await Promise.allSettled([
      putOff(waiting ?? []),
      ...accounts.map(async ([account, some]) => {
        busy.add(account);
        try {
          await run(some, signal);
        } finally {
          busy.delete(account);
        }
      }),
    ]);
    const failed = settled.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  };
}
