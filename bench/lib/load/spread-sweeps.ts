import type { Client } from 'pg';
import { paceMs, silentAfterMs } from '../../../server/src/features/observing/sweeping/due/pace.ts';
import { sources } from '../../../server/src/features/observing/sources/registry.ts';

const paced = sources.map((source) => {
  const pass = { source, speedup: 1, missed: 0 };
  const everyMs = paceMs({ ...pass, isPushAlive: source.announcedBy.length > 0 });
  return { name: source.name, everyMs, waitsForSilence: everyMs > paceMs({ ...pass, isPushAlive: false }) };
});

/**
 * Spreads the last passes evenly over the time between two passes, as they are after days in which push was alive. A
 * safety sweep, which becomes due when push falls silent, is recognised by its due time, which is repeated in its
 * cursor. All sources are spread by default.
 */
export async function spreadSweeps(client: Client, only?: readonly string[]): Promise<void> {
  const spread = paced.filter(({ name }) => only?.includes(name) ?? true);
  await client.query(
    `with paced as (
       select w.tenant_id, w.seller_account_id, w.marketplace, w.source, p.every_ms, p.waits_for_silence,
              date_trunc('milliseconds', now() - a.age * p.every_ms * interval '1 ms') as confirmed_at,
              date_trunc('milliseconds', now() + (1 - a.age) * p.every_ms * interval '1 ms') as next_at,
              date_trunc('milliseconds', now() + a.other_age * $4::float8 * interval '1 ms') as silent_at
         from sweeps w
         join unnest($1::text[], $2::float8[], $3::boolean[]) as p (source, every_ms, waits_for_silence) using (source)
        -- The reference to the row makes each row draw numbers of its own.
        cross join lateral (select random() + 0 * length(w.tenant_id::text) as age,
                                   random() + 0 * length(w.tenant_id::text) as other_age) a
     )
     update sweeps s
        set confirmed_at = p.confirmed_at,
            finished_at = p.confirmed_at,
            due_at = case when p.waits_for_silence then least(p.next_at, p.silent_at) else p.next_at end,
            cursor = jsonb_build_object('everyMs', p.every_ms) || case when p.waits_for_silence
              then jsonb_build_object('silentAt', to_char(least(p.next_at, p.silent_at) at time zone 'UTC',
                                                          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              else '{}' end
       from paced p
      where (s.tenant_id, s.seller_account_id, s.marketplace, s.source)
            = (p.tenant_id, p.seller_account_id, p.marketplace, p.source)
        and s.pass_started_at is null`,
    [
      spread.map(({ name }) => name),
      spread.map(({ everyMs }) => everyMs),
      spread.map(({ waitsForSilence }) => waitsForSilence),
      silentAfterMs(1),
    ],
  );
  await client.query('update subscriptions set last_event_at = now()');
}
