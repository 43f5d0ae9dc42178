/** A claim lasts from `now` to `leaseEnd`. Work is claimed only if it is due at `now`. */
export interface Lease {
  readonly now: Date;
  readonly leaseEnd: Date;
}

/**
 * Claims rows of many tenants, each by its key, and returns those that no other process claimed before. A cluster locks
 * no rows over all tenants. Each statement claims its row only while the row is due, so that two processes that found it
 * never have it both, and skips a row that is locked, so that one tenant does not hold up the others.
 */
export async function claimEach<Key, Claimed>(
  keys: readonly Key[],
  claim: (key: Key) => Promise<Claimed | undefined>,
): Promise<readonly Claimed[]> {
  const claimed: Claimed[] = [];
  for (const key of keys) {
    const one = await claim(key);
    if (one !== undefined) claimed.push(one);
  }
  return claimed;
}
