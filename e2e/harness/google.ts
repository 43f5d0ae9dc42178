import { withClient } from '../../scripts/postgres/database.ts';
import type { TestHouse } from './house.ts';

/** Makes every update of a Google spreadsheet due now, as if the hour between updates had passed. */
export const pushSheets = (house: TestHouse): Promise<unknown> =>
  withClient(house.database?.workerUrl ?? '', (client) =>
    client.query('update connections set next_try_at = now() where next_try_at is not null'),
  );

/** Triggers an event at the sandbox's stand-in for Google, in the form of `POST /sandbox/google`. */
export async function happenAtGoogle(sandboxUrl: string, event: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { ok } = await fetch(`${sandboxUrl}/sandbox/google`, { method: 'POST', headers, body: JSON.stringify(event) });
  if (!ok) throw new Error('The stand-in of Google refuses the event');
}
