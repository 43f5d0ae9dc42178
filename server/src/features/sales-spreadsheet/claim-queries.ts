import { sql } from 'kysely';
import type { ChartRange } from '@app/shared/domain/chart-range.ts';
import type { Executor, Tx } from '../../lib/db/db.ts';
import type { SheetSubject } from './rows/sheet-rows.ts';
import { recipientFields, type Recipient, type SpreadsheetKey } from './spreadsheet-queries.ts';

/** Lists spreadsheets that no process is compiling, over all tenants, longest waiting first. */
export async function listDue(db: Executor, now: Date, most: number): Promise<readonly SpreadsheetKey[]> {
  const { rows } = await sql<SpreadsheetKey>`
    select s.tenant_id as "tenantId", s.spreadsheet_id as "spreadsheetId"
      from sales_spreadsheets s
     where s.state = 'waiting'
       and s.claimed_until <= ${now}
     order by s.claimed_until
     limit ${most}`.execute(db);
  return rows;
}

/** A spreadsheet that this process compiles; another process may claim it when the lease ends. */
export interface ClaimedSpreadsheet extends SpreadsheetKey, SheetSubject, ChartRange {
  readonly claimedBy: string;
  readonly attempts: number;
  /** Seller accounts that the user who asked may not see. */
  readonly hiddenSellerAccountIds: readonly string[];
}

interface Lease {
  readonly claimedBy: string;
  readonly now: Date;
  readonly until: Date;
}

/** Counts the attempt before it begins, so that a file that kills its process is not tried for ever. */
export async function claimSpreadsheet(
  tx: Tx,
  { tenantId, spreadsheetId }: SpreadsheetKey,
  { claimedBy, now, until }: Lease,
): Promise<ClaimedSpreadsheet | null> {
  const { rows } = await sql<ClaimedSpreadsheet>`
    with due as (
      select s.spreadsheet_id
        from sales_spreadsheets s
       where s.tenant_id = ${tenantId}
         and s.spreadsheet_id = ${spreadsheetId}::bigint
         and s.state = 'waiting'
         and s.claimed_until <= ${now}
         for update skip locked
    )
    update sales_spreadsheets s
       set claimed_by = ${claimedBy},
           claimed_until = ${until},
           attempts = s.attempts + 1
      from due d, email_addresses e
     where s.tenant_id = ${tenantId}
       and s.spreadsheet_id = d.spreadsheet_id
       and e.tenant_id = ${tenantId}
       and e.email_address_id = s.email_address_id
    returning s.tenant_id as "tenantId",
              s.spreadsheet_id as "spreadsheetId",
              s.product_id as "productId",
              s.product_group_id as "productGroupId",
              s.includes_untracked as "includesUntracked",
              s.from_day as "from",
              s.to_day as "to",
              s.claimed_by as "claimedBy",
              s.attempts,
              e.hidden_seller_account_ids::text[] as "hiddenSellerAccountIds"`.execute(tx);
  return rows[0] ?? null;
}

export type Claim = SpreadsheetKey & { readonly claimedBy: string };

/** Returns `false` if the claim was lost. */
export async function renewClaim(tx: Tx, { tenantId, spreadsheetId, claimedBy }: Claim, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update sales_spreadsheets
       set claimed_until = ${until}
     where tenant_id = ${tenantId}
       and spreadsheet_id = ${spreadsheetId}::bigint
       and state = 'waiting'
       and claimed_by = ${claimedBy}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Lets the spreadsheet be claimed again from a time on.
 * @param isAttempt whether the attempt counts, as it does unless the process was asked to stop
 */
export async function releaseClaim(
  tx: Tx,
  { tenantId, spreadsheetId, claimedBy }: Claim,
  { dueAt, isAttempt }: { readonly dueAt: Date; readonly isAttempt: boolean },
): Promise<void> {
  await sql`
    update sales_spreadsheets
       set claimed_until = ${dueAt},
           attempts = attempts - ${isAttempt ? 0 : 1}
     where tenant_id = ${tenantId}
       and spreadsheet_id = ${spreadsheetId}::bigint
       and state = 'waiting'
       and claimed_by = ${claimedBy}`.execute(tx);
}

/** Returns `false` if the claim was lost. */
export async function insertPart(
  tx: Tx,
  { tenantId, spreadsheetId, claimedBy }: Claim,
  { partNo, bytes }: { readonly partNo: number; readonly bytes: Buffer },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sales_spreadsheet_parts (tenant_id, spreadsheet_id, claimed_by, part_no, bytes)
    select s.tenant_id, s.spreadsheet_id, s.claimed_by, ${partNo}::int, ${bytes}::bytea
      from sales_spreadsheets s
     where s.tenant_id = ${tenantId}
       and s.spreadsheet_id = ${spreadsheetId}::bigint
       and s.state = 'waiting'
       and s.claimed_by = ${claimedBy}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes the parts of the file that were written under earlier claims, whose processes have died. */
export async function deleteLeftParts(tx: Tx, { tenantId, spreadsheetId, claimedBy }: Claim): Promise<void> {
  await sql`
    delete from sales_spreadsheet_parts
     where tenant_id = ${tenantId}
       and spreadsheet_id = ${spreadsheetId}::bigint
       and claimed_by <> ${claimedBy}`.execute(tx);
}

export async function listRecipients(
  tx: Tx,
  { tenantId, spreadsheetId }: SpreadsheetKey,
): Promise<readonly Recipient[]> {
  const { rows } = await sql<Recipient>`
    select ${recipientFields(tenantId)}
      from sales_spreadsheet_recipients r
      join email_addresses e
        on e.tenant_id = r.tenant_id
       and e.email_address_id = r.email_address_id
     where r.tenant_id = ${tenantId}
       and r.spreadsheet_id = ${spreadsheetId}::bigint
     order by e.email_address_id`.execute(tx);
  return rows;
}

/** Returns whether all of these seller accounts still exist, and prevents their deletion until the transaction ends. */
export async function lockAccounts(tx: Tx, tenantId: string, sellerAccountIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from seller_accounts a
     where a.tenant_id = ${tenantId}
       and a.seller_account_id = any (${sellerAccountIds}::bigint[])
       and a.deleted_at is null
     order by a.seller_account_id
       for share`.execute(tx);
  return rows.length === sellerAccountIds.length;
}

export interface Ending {
  readonly state: 'ready' | 'failed';
  readonly byteCount: number;
  readonly rowCount: number;
  readonly sellerAccountIds: readonly string[];
  readonly expiresAt: Date;
}

/** Returns `false` if the claim was lost: another process is compiling the file or has compiled it. */
export async function endSpreadsheet(
  tx: Tx,
  { tenantId, spreadsheetId, claimedBy }: Claim,
  { state, byteCount, rowCount, sellerAccountIds, expiresAt }: Ending,
): Promise<boolean> {
  const { rows } = await sql`
    update sales_spreadsheets
       set state = ${state},
           byte_count = ${byteCount},
           row_count = ${rowCount},
           seller_account_ids = ${sellerAccountIds}::bigint[],
           expires_at = ${expiresAt}
     where tenant_id = ${tenantId}
       and spreadsheet_id = ${spreadsheetId}::bigint
       and state = 'waiting'
       and claimed_by = ${claimedBy}
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function noteMessage(
  tx: Tx,
  { tenantId, spreadsheetId }: SpreadsheetKey,
  { emailAddressId, messageId }: { readonly emailAddressId: string; readonly messageId: string },
): Promise<void> {
  await sql`
    update sales_spreadsheet_recipients
       set message_id = ${messageId}
     where tenant_id = ${tenantId}
       and spreadsheet_id = ${spreadsheetId}::bigint
       and email_address_id = ${emailAddressId}::bigint`.execute(tx);
}

/**
 * Deletes the oldest files of a tenant that has more than this number. A spreadsheet that could not be compiled has no
 * file.
 */
export async function deleteSurplus(tx: Tx, tenantId: string, most: number): Promise<void> {
  await sql`
    delete from sales_spreadsheets
     where tenant_id = ${tenantId}
       and spreadsheet_id in (
         select s.spreadsheet_id
           from sales_spreadsheets s
          where s.tenant_id = ${tenantId}
            and s.state = 'ready'
          order by s.spreadsheet_id desc
         offset ${most}
       )`.execute(tx);
}

/** Deletes expired files of all tenants. */
export async function forgetSpreadsheets(db: Executor, now: Date): Promise<void> {
  await sql`
    delete from sales_spreadsheets
     where state <> 'waiting'
       and expires_at <= ${now}`.execute(db);
}
