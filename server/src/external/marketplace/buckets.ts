import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Operation } from './rates.ts';

/** Amazon counts per application, selling partner, region and operation. Grantless calls count under ''. */
export interface BucketKey {
  readonly sellingPartnerId: string;
  readonly region: Region;
  readonly operation: Operation;
}

/** Steady work leaves room for the unforeseen; a backlog uses what there is. */
export type Share = 'steady' | 'backlog';

/** Quota, shared by all processes and by all tenants that connected the same selling partner. */
export interface Buckets {
  /** Takes one token, good after a wait that is no longer than one's patience, or says when to come back. */
  take(
    key: BucketKey,
    share: Share,
    patienceMs?: number,
  ): Promise<{ readonly granted: 1; readonly waitMs: number } | { readonly granted: 0; readonly retryAt: Date }>;
  /** The marketplace has announced its rate (requests a second): it may be more or less than the documented one. */
  learn(key: BucketKey, rate: number): Promise<void>;
  /** The marketplace has refused with 429. */
  throttled(key: BucketKey): Promise<void>;
}

/** For processes that ask the marketplace only when a person does so by hand, and hold no rights on the buckets. */
export const unmetered: Buckets = {
  take: () => Promise.resolve({ granted: 1, waitMs: 0 }),
  learn: () => Promise.resolve(),
  throttled: () => Promise.resolve(),
};
