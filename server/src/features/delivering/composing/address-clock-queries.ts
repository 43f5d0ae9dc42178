import { sql, type RawBuilder } from 'kysely';
import type { Region } from '@app/shared/base/marketplaces.ts';
import type { QuietHours } from '@app/shared/domain/clock/digest-clock.ts';
import type { LocalClock } from '@app/shared/domain/clock/local-clock.ts';

/** The columns of an address (`e`) that determine its clock. */
export interface ClockRow {
  readonly timeZone: string | null;
  readonly offsetMinutes: number;
  readonly adjustsToDst: boolean;
  readonly region: Region | null;
  readonly quietFrom: number | null;
  readonly quietTo: number | null;
}

/**
 * The tenant is a value, or the column of a statement over all tenants. The clock uses the summer time of the first
 * seller account that the address may see.
 */
export const clockColumns = (tenant: RawBuilder<unknown>) => sql`
           e.time_zone as "timeZone",
           e.timezone_offset_minutes as "offsetMinutes",
           e.timezone_adjust_to_dst as "adjustsToDst",
           (select s.region
              from seller_accounts s
             where s.tenant_id = ${tenant}
               and s.deleted_at is null
               and s.seller_account_id <> all (e.hidden_seller_account_ids)
             order by s.seller_account_id
             limit 1) as region,
           e.quiet_from_hour as "quietFrom",
           e.quiet_to_hour as "quietTo"`;

export const clockOf = ({ timeZone, offsetMinutes, adjustsToDst, region }: ClockRow): LocalClock => ({
  timeZone,
  offsetMinutes,
  adjustsToDst,
  region,
});

export const quietHoursOf = ({ quietFrom, quietTo }: ClockRow): QuietHours | null =>
  quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo };
