import type { Client } from 'pg';
import { minuteMs, secondMs } from '@app/shared/base/time.ts';

/**
 * A sweep that has not begun one minute after it was due is late. The shortest time between two passes is ten minutes.
 */
const lateAfterMs = minuteMs;

/** Counts the late sweeps at several times, and keeps the highest count and the longest delay. */
export class LateSweeps {
  readonly #client: Client;
  mostLate = 0;
  overdueSeconds = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  async look(): Promise<void> {
    const { rows } = await this.#client.query<{ late: number; overdueMs: number }>(
      `select count(*) filter (where s.due_at < now() - $1 * interval '1 ms')::int as late,
              coalesce(max(extract(epoch from now() - s.due_at)) * 1000, 0)::float8 as "overdueMs"
         from sweeps s
        where s.due_at < now()
          and s.pass_started_at is null`,
      [lateAfterMs],
    );
    this.mostLate = Math.max(this.mostLate, rows[0]?.late ?? 0);
    this.overdueSeconds = Math.max(this.overdueSeconds, (rows[0]?.overdueMs ?? 0) / secondMs);
  }
}
