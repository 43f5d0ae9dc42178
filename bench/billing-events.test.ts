import { expect, test } from 'vitest';
import { startStandIn } from '../scripts/processes/stand-in.ts';
import { testDatabase } from '../server/testing/database/database.ts';
import { openTestDb } from '../server/testing/database/factories.ts';
import { playEvents } from './billing-events.ts';
import { collectingWorld } from './lib/billing/collecting-world.ts';

const database = testDatabase();

test('events of the payment provider in any order, doubled and late lead to one state and one total', async () => {
  const standIn = await startStandIn({ speedup: 1 });
  const db = openTestDb(database.workerUrl);
  const options = { every: 397, everyOrder: 1201, print: () => undefined };
  const { played, differences } = await playEvents(collectingWorld(db, standIn), options);
  await db.close();
  await standIn.stop();

  expect(differences).toEqual([]);
  expect(played).toBeGreaterThan(10);
});
