import { sql } from 'kysely';
import type { Executor } from './db.ts';

export interface Attempt {
  readonly subject: string;
  readonly limit: number;
  readonly now: Date;
  /** Failures before this instant no longer count. */
  readonly since: Date;
}

/**
 * Counts an attempt and returns true, or returns false when the subject has reached its limit. The attempt is counted
 * before it is made, so that concurrent attempts cannot exceed the limit.
 */
export async function countAttempt(db: Executor, { subject, limit, now, since }: Attempt): Promise<boolean> {
  const { rows } = await sql`
    insert into login_attempts as a (subject, failures, last_at)
    values (${subject}, 1, ${now})
    on conflict (subject) do update
       set failures = case when a.last_at < ${since} then 1 else a.failures + 1 end,
           last_at = ${now}
     where a.failures < ${limit}
        or a.last_at < ${since}
    returning a.subject`.execute(db);
  return rows.length > 0;
}
