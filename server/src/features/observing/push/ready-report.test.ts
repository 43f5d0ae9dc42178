import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notifiedAccounts } from '../../../../testing/observing/notified-accounts.ts';

const start = new Date('2026-06-15T12:00:00Z');
const later = new Date('2026-06-15T13:00:00Z');
const accounts = notifiedAccounts(start);

test('a report that is ready makes the sweeps of its account due that wait for it, for it alone or among others', async () => {
  const account = await accounts.buildAccount();
  const european = await accounts.buildAccount({ of: account, region: 'EU', marketplace: 'DE' });
  const { tenantId, sellerAccountId } = account;
  const waiting = { step: { asked: { reportId: 'R1' } } };
  const sweeps = [
    { source: 'one', account: sellerAccountId, pass: start, cursor: waiting },
    { source: 'several', account: sellerAccountId, pass: start, cursor: { step: { reports: { a: 'R0', b: 'R1' } } } },
    { source: 'another', account: sellerAccountId, pass: start, cursor: { step: { asked: { reportId: 'R2' } } } },
    { source: 'ended', account: sellerAccountId, pass: null, cursor: waiting },
    { source: 'european', account: european.sellerAccountId, pass: start, cursor: waiting },
  ];
  await accounts.db.tenant(tenantId, (tx) =>
    sql`
      insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, pass_started_at, cursor)
      select ${tenantId}, s.account, '', s.source, ${later}, s.pass, s.cursor
        from jsonb_to_recordset(${JSON.stringify(sweeps)}::jsonb) as s (
               source text, account bigint, pass timestamptz, cursor jsonb
             )
      returning tenant_id`.execute(tx),
  );

  const payload = { reportProcessingFinishedNotification: { sellerId: account.sellerKey, reportId: 'R1' } };
  const subscriptionId = `${account.subscription}ANY_OFFER_CHANGED`;
  expect(await accounts.take({ type: 'REPORT_PROCESSING_FINISHED', payload, subscriptionId })).toEqual([
    'report ready',
  ]);

  const { rows } = await sql<{ source: string }>`
    select s.source from sweeps s where s.tenant_id = ${tenantId} and s.due_at = ${start} order by s.source`.execute(
    accounts.db.global,
  );
  expect(rows.map(({ source }) => source)).toEqual(['one', 'several']);
});
