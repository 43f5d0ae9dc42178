import * as z from 'zod/mini';
import { defineJob } from '../../lib/jobs/job.ts';

const accountOf = ({ sellerAccountId }: { readonly sellerAccountId: string }): string => sellerAccountId;

/** A slice of a due sweep. At most one job of a sweep waits or runs across all processes. */
export const dueJob = defineJob({
  name: 'due',
  payload: z.object({
    tenantId: z.string(),
    sellerAccountId: z.string(),
    marketplace: z.string(),
    source: z.string(),
  }),
  policy: 'exclusive',
  key: ({ tenantId, sellerAccountId, marketplace, source }) =>
    [tenantId, sellerAccountId, marketplace, source].join('/'),
  batchSize: 1,
  concurrency: 20,
  isSentAnew: true,
  group: { most: 3, of: accountOf },
});

/**
 * A slice of a due sweep of retail pages. It has its own queue, because requests that take seconds each would delay
 * other sweeps.
 */
export const duePagesJob = defineJob({
  ...dueJob,
  name: 'due-pages',
  concurrency: 4,
  group: { most: 1, of: accountOf },
});

/**
 * A slice of a due sweep of advertising, whose requests may take seconds too. It has its own queue, so that an outage
 * of Amazon Advertising does not delay other sweeps.
 */
export const dueAdvertisingJob = defineJob({
  ...dueJob,
  name: 'due-advertising',
  concurrency: 8,
  group: { most: 1, of: accountOf },
});

/** A listing that push has named, to be read again soon. Listings of one account and source are requested together. */
export const rereadJob = defineJob({
  name: 'reread',
  payload: z.object({
    tenantId: z.string(),
    sellerAccountId: z.string(),
    marketplace: z.string(),
    source: z.string(),
    productId: z.string(),
    asin: z.string(),
    sku: z.string(),
    /** How often in a row the marketplace gave no usable answer for the listing. */
    failures: z.optional(z.int()),
  }),
  policy: 'short',
  // A repetition waits for up to a minute. News of the same listing does not wait for it: it is a job of its own.
  key: ({ tenantId, sellerAccountId, marketplace, source, productId, sku, failures = 0 }) =>
    [tenantId, sellerAccountId, marketplace, source, productId, sku, failures].join('/'),
  batchSize: 40,
  concurrency: 6,
});

export type Reread = z.output<typeof rereadJob.payload>;

export const jobs = [dueJob, duePagesJob, dueAdvertisingJob, rereadJob] as const;
