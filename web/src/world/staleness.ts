/**
 * Whether the data of a product are as fresh as they should be. `starting`: it is still being checked for the first time.
 * `neverComplete`: its marketplace is stale, and something was never checked. Otherwise its marketplace is stale since
 * the last check of what is late. Each is a text, so that the rows of a product are drawn again only when it changes.
 */
export type Staleness = 'fresh' | 'starting' | 'neverComplete' | `since ${string}`;

/** Returns the staleness of a stale marketplace by the last check of what is late; `null` if there was none. */
export const staleSince = (lastCheck: string | null): Staleness =>
  lastCheck === null ? 'neverComplete' : `since ${lastCheck}`;

/** Returns the last check of what is late; `null` if nothing is late, or if there was no such check. */
export const lastCheckOf = (staleness: Staleness): number | null =>
  staleness.startsWith('since ') ? Date.parse(staleness.slice('since '.length)) : null;

/** Whether the marketplace of a product is stale; a product that is still being checked for the first time is not. */
export const isMarketStale = (staleness: Staleness): boolean => staleness !== 'fresh' && staleness !== 'starting';
