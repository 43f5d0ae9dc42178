import { sql } from 'kysely';
import type { ChartRange } from '@app/shared/domain/chart-range.ts';
import type { Tx } from '../../lib/db/db.ts';
import { announceWork } from '../../lib/jobs/work-bells.ts';
import type { SheetSubject } from './rows/sheet-rows.ts';

export interface SpreadsheetKey {
  readonly tenantId: string;
  readonly spreadsheetId: string;
}

export interface Recipient {
  readonly emailAddressId: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly isStopped: boolean;
  /** Ids of seller accounts that the address may not see or that are being deleted. */
  readonly hiddenSellerAccountIds: readonly string[];
}

/** Fields of `e` (address). */
export const recipientFields = (tenantId: string) => sql`
           e.email_address_id as "emailAddressId",
           e.email,
           e.verified_at is not null as "isVerified",
           e.stopped_at is not null as "isStopped",
           (e.hidden_seller_account_ids || array(
             select a.seller_account_id
               from seller_accounts a
              where a.tenant_id = ${tenantId}
                and a.deleted_at is not null
           ))::text[] as "hiddenSellerAccountIds"`;

/** Finds addresses of the tenant by their e-mails, which are compared without regard to case. */
export async function findAddresses(
  tx: Tx,
  tenantId: string,
  emails: readonly string[],
): Promise<readonly Recipient[]> {
  const { rows } = await sql<Recipient>`
    select ${recipientFields(tenantId)}
      from email_addresses e
     where e.tenant_id = ${tenantId}
       and lower(e.email) = any (${emails}::text[])
     order by e.email_address_id`.execute(tx);
  return rows;
}

interface NewSpreadsheet extends SheetSubject {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly range: ChartRange;
  readonly recipientIds: readonly string[];
  readonly now: Date;
}

/**
 * Returns `false` if a spreadsheet of the tenant is being compiled already. Its recipients are a statement of their own:
 * a cluster would send the result of the first one to all nodes.
 */
export async function insertSpreadsheet(tx: Tx, spreadsheet: NewSpreadsheet): Promise<boolean> {
  const { tenantId, emailAddressId, productId, productGroupId, includesUntracked, range, recipientIds, now } =
    spreadsheet;
  const { rows } = await sql<Pick<SpreadsheetKey, 'spreadsheetId'>>`
    insert into sales_spreadsheets (
      tenant_id, email_address_id, product_id, product_group_id, includes_untracked, from_day, to_day, requested_at,
      claimed_until
    )
    values (
      ${tenantId}, ${emailAddressId}, ${productId}, ${productGroupId}, ${includesUntracked}, ${range.from}, ${range.to},
      ${now}, ${now}
    )
        on conflict (tenant_id) where state = 'waiting' do nothing
    returning spreadsheet_id as "spreadsheetId"`.execute(tx);
  const [added] = rows;
  if (!added) return false;
  await sql`
    insert into sales_spreadsheet_recipients (tenant_id, spreadsheet_id, email_address_id)
    select ${tenantId}, ${added.spreadsheetId}, r.id
      from unnest(${recipientIds}::bigint[]) as r (id)
    returning 1`.execute(tx);
  announceWork('spreadsheets');
  return true;
}

export async function getSignUpTime(tx: Tx, tenantId: string): Promise<Date> {
  const { rows } = await sql<{ createdAt: Date }>`
    select t.created_at as "createdAt"
      from tenants t
     where t.tenant_id = ${tenantId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`There is no tenant ${tenantId}`);
  return row.createdAt;
}

/** A compiled spreadsheet, as one of its recipients may receive it. */
export interface SentSpreadsheet extends SpreadsheetKey {
  readonly state: 'ready' | 'failed';
  readonly fromDay: string;
  readonly toDay: string;
  readonly byteCount: number;
  readonly rowCount: number;
  readonly expiresAt: Date;
  readonly recipient: Recipient;
  /** Whether the recipient may see all seller accounts in the file. */
  readonly maySeeAll: boolean;
}

const sentFields = (tenantId: string) => sql`
           s.tenant_id as "tenantId",
           s.spreadsheet_id as "spreadsheetId",
           s.state,
           s.from_day as "fromDay",
           s.to_day as "toDay",
           coalesce(s.byte_count, 0)::float8 as "byteCount",
           coalesce(s.row_count, 0)::float8 as "rowCount",
           s.expires_at as "expiresAt",
           ${recipientFields(tenantId)}`;

type SentRow = Omit<SentSpreadsheet, 'recipient' | 'maySeeAll'> & Recipient & { readonly isHidden: boolean };

const isHidden = (tenantId: string) => sql`
           (s.seller_account_ids && e.hidden_seller_account_ids or not s.seller_account_ids <@ array(
             select a.seller_account_id
               from seller_accounts a
              where a.tenant_id = ${tenantId}
                and a.deleted_at is null
           )) as "isHidden"`;

const recipientsOf = sql`
      from sales_spreadsheet_recipients r
      join sales_spreadsheets s
        on s.tenant_id = r.tenant_id
       and s.spreadsheet_id = r.spreadsheet_id
      join email_addresses e
        on e.tenant_id = r.tenant_id
       and e.email_address_id = r.email_address_id`;

/** Finds the spreadsheet that a message of the outbox is about. */
export async function findByMessage(tx: Tx, tenantId: string, messageId: string): Promise<SentSpreadsheet | null> {
  const { rows } = await sql<SentRow>`
    select ${sentFields(tenantId)}, ${isHidden(tenantId)}
      ${recipientsOf}
     where r.tenant_id = ${tenantId}
       and r.message_id = ${messageId}
       and s.state <> 'waiting'`.execute(tx);
  return shapeSent(rows[0]);
}

/** Finds a spreadsheet that was sent to an address. */
export async function findSent(
  tx: Tx,
  { tenantId, spreadsheetId, emailAddressId }: SpreadsheetKey & { readonly emailAddressId: string },
): Promise<SentSpreadsheet | null> {
  const { rows } = await sql<SentRow>`
    select ${sentFields(tenantId)}, ${isHidden(tenantId)}
      ${recipientsOf}
     where r.tenant_id = ${tenantId}
       and r.spreadsheet_id = ${spreadsheetId}::bigint
       and r.email_address_id = ${emailAddressId}::bigint
       and r.message_id is not null
       and s.state = 'ready'`.execute(tx);
  return shapeSent(rows[0]);
}

function shapeSent(row: SentRow | undefined): SentSpreadsheet | null {
  if (!row) return null;
  const { isHidden: hidden, ...sent } = row;
  return { ...sent, recipient: row, maySeeAll: !hidden };
}

/** Returns the bytes of the file from one part on, or `null` after the last one. */
export async function findPart(
  tx: Tx,
  { tenantId, spreadsheetId }: SpreadsheetKey,
  partNo: number,
): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select p.bytes
      from sales_spreadsheet_parts p
      join sales_spreadsheets s
        on s.tenant_id = p.tenant_id
       and s.spreadsheet_id = p.spreadsheet_id
       and s.claimed_by = p.claimed_by
       and s.state = 'ready'
     where p.tenant_id = ${tenantId}
       and p.spreadsheet_id = ${spreadsheetId}::bigint
       and p.part_no = ${partNo}`.execute(tx);
  return rows[0]?.bytes ?? null;
}
