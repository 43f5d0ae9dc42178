import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Operation } from '../rates.ts';

/** Amazon counts quota per application, selling partner, region and operation. Grantless calls count under ''. */
export interface BucketKey {
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly operation: Operation;
}

/** `steady` work leaves part of the quota for unforeseen calls; `backlog` work uses all of it. */
export type Share = 'steady' | 'backlog';

/**
 * Token buckets of Amazon's quota, shared by all processes and by all tenants that connected the same selling partner.
 */
export interface Buckets {
  /**
   * Takes one token that becomes valid after `waitMs`, at most `patienceMs`. If that is not possible, returns when to
   * try again.
   */
  take(
    key: BucketKey,
    share: Share,
    patienceMs?: number,
  ): Promise<{ readonly granted: 1; readonly waitMs: number } | { readonly granted: 0; readonly retryAt: Date }>;
  /**
   * Records the rate in requests per second that the marketplace has announced. It may be above or below the
   * documented one.
   */
  learn(key: BucketKey, rate: number): Promise<void>;
  /** Records that the marketplace has answered 429. */
  throttled(key: BucketKey): Promise<void>;
}

/**
 * Buckets without limits, for processes that call the marketplace only on behalf of a waiting person and that have no
 * rights on the table of buckets.
 */
export const unmetered: Buckets = {
  take: () => Promise.resolve({ granted: 1, waitMs: 0 }),
  learn: () => Promise.resolve(),
  throttled: () => Promise.resolve(),
};
