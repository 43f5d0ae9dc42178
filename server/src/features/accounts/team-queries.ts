import { sql } from 'kysely';
import type { Tx } from '../../lib/db/db.ts';
import type { AddressKey } from './queries.ts';

interface Member {
  readonly emailAddressId: string;
  readonly email: string;
  readonly isUser: boolean;
  readonly hasPassword: boolean;
}

/** Finds the address with this e-mail, ignoring case. `null` if there is none. */
export async function findMember(tx: Tx, tenantId: string, email: string): Promise<Member | null> {
  const { rows } = await sql<Member>`
    select e.email_address_id as "emailAddressId",
           e.email,
           e.is_user as "isUser",
           e.is_user and e.password_hash is not null as "hasPassword"
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and lower(e.email) = lower(${email})
     order by e.is_primary desc
     limit 1`.execute(tx);
  return rows[0] ?? null;
}

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

export async function makeUser(tx: Tx, user: AddressKey & Names): Promise<void> {
  await sql`
    update email_addresses
       set is_user = true,
           first_name = ${user.firstName},
           last_name = ${user.lastName}
     where tenant_id = ${user.tenantId}
       and email_address_id = ${user.emailAddressId}`.execute(tx);
}

interface NewUser extends Names {
  readonly tenantId: string;
  readonly email: string;
  /** Minutes ahead of UTC in winter. */
  readonly timezoneOffsetMinutes: number;
  readonly now: Date;
}

interface TimeZone {
  readonly timeZone: string | null;
  readonly offsetMinutes: number;
  readonly adjustsToDst: boolean;
}

/**
 * Specification, section 5: all settings of a new user have their defaults. The time zone is the owner's until the user
 * chooses one; if the owner has none, the given offset applies. Uses two statements, because a cluster would ask all
 * nodes for the rows of an insert from a select.
 */
export async function insertUser(tx: Tx, user: NewUser): Promise<string> {
  const { rows: owners } = await sql<TimeZone>`
    select o.time_zone as "timeZone",
           o.timezone_offset_minutes as "offsetMinutes",
           o.timezone_adjust_to_dst as "adjustsToDst"
      from email_addresses o
     where o.tenant_id = ${user.tenantId}
       and o.is_primary`.execute(tx);
  const [owner] = owners;
  if (!owner) throw new Error('A tenant has an owner');
  const offsetMinutes = owner.timeZone === null ? user.timezoneOffsetMinutes : owner.offsetMinutes;
  const { rows } = await sql<{ emailAddressId: string }>`
    insert into email_addresses (
      tenant_id, email, first_name, last_name, is_primary, is_user, timezone_offset_minutes, timezone_adjust_to_dst,
      time_zone, created_at
    )
    values (
      ${user.tenantId}, ${user.email}, ${user.firstName}, ${user.lastName}, false, true, ${offsetMinutes},
      ${owner.adjustsToDst}, ${owner.timeZone}, ${user.now}
    )
    returning email_address_id as "emailAddressId"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The new user has no id');
  return row.emailAddressId;
}
