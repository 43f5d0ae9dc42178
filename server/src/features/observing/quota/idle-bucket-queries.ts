import { sql } from 'kysely';
import type { Executor } from '../../../lib/db/db.ts';

/** Deletes buckets that were not used since an instant, such as those of deleted seller accounts. */
export async function forgetIdleBuckets(db: Executor, before: Date): Promise<void> {
  await sql`delete from quota_buckets where refilled_at < ${before}`.execute(db);
}
