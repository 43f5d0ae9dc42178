import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testApi } from '../../../../testing/http/api.ts';
import { everyTurn, type Turns } from '../../../lib/jobs/tenant-turns.ts';
import { handleReports } from './mail-reports.ts';
import { insertReports } from './report-queries.ts';

const api = testApi();
const worker = () => ({ ...api.ctx, db: api.worker, log: pino({ level: 'silent' }) });

const reportBounce = (reportId: string, email: string) => {
  const report = { reportId, email, kind: 'bounce', reason: '550 No such user', at: api.clock.now() } as const;
  return insertReports(api.worker.global, [report], api.clock.now());
};

const isStopped = async (email: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from email_addresses where email = ${email} and stopped_at is not null`.execute(api.worker.global);
  return rows.length > 0;
};

test('reports that cannot be handled now do not hold up later ones, and are handled when they can', async () => {
  const [away, other] = [await api.owner(), await api.owner()];
  for (let index = 0; index < 100; index += 1) await reportBounce(`earlier/${index}`, away.email);
  api.clock.advance(1000);
  await reportBounce('later/0', other.email);
  const withoutAway: Turns = {
    each: (items, turn) =>
      everyTurn.each(
        items.filter((item) => typeof item === 'string' || item.tenantId !== away.tenantId),
        turn,
      ),
  };

  expect(await handleReports(worker(), withoutAway)).toBe(false);
  expect([await isStopped(away.email), await isStopped(other.email)]).toEqual([false, true]);

  while (await handleReports(worker()));
  expect(await isStopped(away.email)).toBe(true);
});
