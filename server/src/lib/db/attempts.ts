import { sql } from 'kysely';
import type { Executor } from './db.ts';

interface Attempt {
  readonly subject: string;
  readonly limit: number;
  readonly now: Date;
  /** A window that began at this instant or before it has ended. */
  readonly since: Date;
}

/**
 * Counts an attempt and returns true, or returns false when the subject has reached its limit. The attempt is counted
 * before it is made, so that concurrent attempts cannot exceed the limit.
 *
 * `last_at` is the first attempt of the last window. A window that began with the last attempt would never end for
 * somebody who asks a little more often than once in a window, however few the requests are.
 */
export async function countAttempt(db: Executor, { subject, limit, now, since }: Attempt): Promise<boolean> {
  const { rows } = await sql`
    insert into login_attempts as a (subject, failures, last_at)
    values (${subject}, 1, ${now})
    on conflict (subject) do update
       set failures = case when a.last_at <= ${since} then 1 else a.failures + 1 end,
           last_at = case when a.last_at <= ${since} then ${now} else a.last_at end
     where a.failures < ${limit}
        or a.last_at <= ${since}
    returning a.subject`.execute(db);
  return rows.length > 0;
}

/** Returns the first attempt of the last window of the subject; `null` if none is kept. */
export async function findWindowStart(db: Executor, subject: string): Promise<Date | null> {
  const { rows } = await sql<{ lastAt: Date }>`
    select a.last_at as "lastAt"
      from login_attempts a
     where a.subject = ${subject}`.execute(db);
  return rows[0]?.lastAt ?? null;
}
