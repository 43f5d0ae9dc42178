import { withClient } from '../../scripts/postgres/database.ts';
import { waitUntil } from '../../scripts/processes/wait-until.ts';
import { workChannel } from '../../server/src/lib/jobs/work-bells.ts';
import type { TestHouse } from './house.ts';

const QUIET_WITHIN_MS = 120_000;

interface StoppedSweeps {
  /** Returns the times of the latest sweep, which stay the same while no sweep runs. */
  lastLookAt: () => Promise<unknown>;
  resume: () => Promise<void>;
}

const asWorker = <Row>(house: TestHouse, sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  withClient(house.database?.workerUrl ?? '', async (client) => (await client.query(sql, [...values])).rows);

interface Period {
  readonly source: string;
  readonly everyMs: number;
}

/**
 * Finds sweeps of a source that are due later than one period after their last pass, even though that pass had ended.
 */
export const findLateSweeps = (house: TestHouse, { source, everyMs }: Period): Promise<unknown[]> =>
  asWorker(
    house,
    `select marketplace, confirmed_at, finished_at, due_at from sweeps
      where source = $1 and pass_started_at is null
        and due_at > greatest(finished_at, confirmed_at + make_interval(secs => $2))`,
    [source, everyMs / 1000],
  );

/**
 * Makes every sweep due now, as if its period had passed. A sweep that is running starts again from the beginning,
 * because it may already have passed the product that the test has changed.
 */
export async function lookAgain(house: TestHouse): Promise<void> {
  await asWorker(house, `update sweeps set due_at = now(), pass_started_at = null; notify ${workChannel}, 'sweeps'`);
}

/** Postpones all sweeps of the product by a day. */
export async function stopSweeps(house: TestHouse): Promise<StoppedSweeps> {
  await waitUntil('no sweep is under way', QUIET_WITHIN_MS, async () => {
    // A source is idle only after its first pass, which includes subscribing to notifications.
    const isIdle = 'pass_started_at is null and confirmed_at is not null';
    await asWorker(house, `update sweeps set due_at = now() + interval '1 day' where ${isIdle}`);
    // A sweep that was running during the update has set its next due time when it ended, so it is checked again.
    const rows = await asWorker(
      house,
      `select from sweeps where due_at < now() + interval '1 hour' or not (${isIdle})`,
    );
    return rows.length === 0;
  });
  return {
    lastLookAt: async () => (await asWorker(house, 'select max(finished_at), max(confirmed_at) from sweeps'))[0],
    resume: () => lookAgain(house),
  };
}
