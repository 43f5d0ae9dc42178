import { withClient } from '../scripts/database.ts';
import { waitUntil } from '../scripts/wait-until.ts';
import type { TestHouse } from './house.ts';

const QUIET_WITHIN_MS = 30_000;

interface Stopped {
  /** Stays the same while nothing is looked at. */
  lastLookAt: () => Promise<unknown>;
  resume: () => Promise<void>;
}

const asWorker = <Row>(house: TestHouse, sql: string): Promise<Row[]> =>
  withClient(house.database?.workerUrl ?? '', async (client) => (await client.query(sql)).rows);

/** Every check is due now, as it would be when its period has passed. */
export async function lookAgain(house: TestHouse): Promise<void> {
  await asWorker(house, 'update sweeps set due_at = now()');
}

/** Nothing of the house is looked at for a day, whatever its check periods. */
export async function stopSweeps(house: TestHouse): Promise<Stopped> {
  await waitUntil('no sweep is under way', QUIET_WITHIN_MS, async () => {
    // The first look is waited for, the subscribing to notifications among it.
    const isIdle = 'pass_started_at is null and confirmed_at is not null';
    await asWorker(house, `update sweeps set due_at = now() + interval '1 day' where ${isIdle}`);
    // One that was under way has set its next time itself when it ended.
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
