import { withClient } from '../../scripts/postgres/database.ts';
import type { TestHouse } from './house.ts';

/** Makes every push to a spreadsheet due now, as if its hour had passed. */
export const pushSheets = (house: TestHouse): Promise<unknown> =>
  withClient(house.database?.workerUrl ?? '', (client) =>
    client.query('update connections set next_try_at = now() where next_try_at is not null'),
  );

/** Lets something happen at the stand-in of Google. */
export async function happenAtGoogle(sandboxUrl: string, event: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { ok } = await fetch(`${sandboxUrl}/sandbox/google`, { method: 'POST', headers, body: JSON.stringify(event) });
  if (!ok) throw new Error('The stand-in of Google refuses the event');
}
