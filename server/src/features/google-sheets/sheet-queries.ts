import { sql } from 'kysely';
import { json, type Executor, type Tx } from '../../lib/db/db.ts';
import { endedPrefix } from '../connections/connection-queries.ts';
import type { ConnectionKey } from '../connections/service.ts';
import type { TabId } from './content/tabs.ts';

export interface GoogleSheet {
  /** The id of the Google account. */
  readonly googleId: string;
  readonly spreadsheetId: string | null;
  readonly spreadsheetUrl: string | null;
  /** When the owner connected last. */
  readonly consentedAt: Date;
  /** The hash of the rows that each tab holds. */
  readonly hashes: Readonly<Partial<Record<TabId, string>>>;
}

/**
 * Keeps the spreadsheet of the same Google account when it connects again, unless it is lost. Another account cannot
 * open it, so it gets a new one.
 */
export async function keepSheet(tx: Tx, { tenantId, connectionId }: ConnectionKey, googleId: string): Promise<void> {
  await sql`
    insert into google_sheets as s (tenant_id, connection_id, google_id)
    values (${tenantId}, ${connectionId}, ${googleId})
    on conflict (tenant_id, connection_id) do update
       set google_id = excluded.google_id,
           spreadsheet_id = case when s.google_id = excluded.google_id and not s.is_lost then s.spreadsheet_id end,
           spreadsheet_url = case when s.google_id = excluded.google_id and not s.is_lost then s.spreadsheet_url end,
           hashes = '{}',
           is_lost = false`.execute(tx);
}

export async function findSheet(tx: Tx, { tenantId, connectionId }: ConnectionKey): Promise<GoogleSheet | null> {
  const { rows } = await sql<GoogleSheet>`
    select s.google_id as "googleId",
           s.spreadsheet_id as "spreadsheetId",
           s.spreadsheet_url as "spreadsheetUrl",
           s.hashes,
           i.authorized_at as "consentedAt"
      from google_sheets s
      join connections c
        on c.tenant_id = s.tenant_id
       and c.connection_id = s.connection_id
      join integration_authorizations i
        on i.tenant_id = c.tenant_id
       and i.integration_authorization_id = c.integration_authorization_id
     where s.tenant_id = ${tenantId}
       and s.connection_id = ${connectionId}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the id of the Google account of a connection. */
export async function findGoogleId(tx: Tx, { tenantId, connectionId }: ConnectionKey): Promise<string | null> {
  const { rows } = await sql<{ googleId: string }>`
    select s.google_id as "googleId"
      from google_sheets s
     where s.tenant_id = ${tenantId}
       and s.connection_id = ${connectionId}`.execute(tx);
  return rows[0]?.googleId ?? null;
}

/** Whether a connection of any tenant, other than this one, uses the Google account at present. For the worker. */
export async function isAccountUsed(
  db: Executor,
  googleId: string,
  { tenantId, connectionId }: ConnectionKey,
): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from google_sheets s
      join connections c
        on c.tenant_id = s.tenant_id
       and c.connection_id = s.connection_id
       and c.subject not like ${`${endedPrefix}%`}
       and c.refresh_token is not null
     where s.google_id = ${googleId}
       and (s.tenant_id, s.connection_id) <> (${tenantId}::uuid, ${connectionId}::bigint)
     limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a connection of any tenant has this spreadsheet. Several may use one Google account. */
export async function isSpreadsheetTaken(db: Executor, spreadsheetId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
      from google_sheets s
     where s.spreadsheet_id = ${spreadsheetId}`.execute(db);
  return rows.length > 0;
}

interface CreatedSpreadsheet {
  readonly spreadsheetId: string;
  readonly spreadsheetUrl: string;
}

/** Stores a spreadsheet of this Google account, unless the owner has connected another account meanwhile. */
export async function storeSpreadsheet(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { googleId, spreadsheetId, spreadsheetUrl }: CreatedSpreadsheet & Pick<GoogleSheet, 'googleId'>,
): Promise<void> {
  await sql`
    update google_sheets
       set spreadsheet_id = ${spreadsheetId},
           spreadsheet_url = ${spreadsheetUrl},
           hashes = '{}'
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}
       and google_id = ${googleId}`.execute(tx);
}

/** Stores the hashes of the rows that the tabs of this spreadsheet hold. */
export async function storeHashes(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  { spreadsheetId, hashes }: { readonly spreadsheetId: string; readonly hashes: GoogleSheet['hashes'] },
): Promise<void> {
  await sql`
    update google_sheets
       set hashes = ${json(hashes)}::jsonb
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}
       and spreadsheet_id = ${spreadsheetId}`.execute(tx);
}

export async function markLost(
  tx: Tx,
  { tenantId, connectionId }: ConnectionKey,
  spreadsheetId: string,
): Promise<void> {
  await sql`
    update google_sheets
       set is_lost = true
     where tenant_id = ${tenantId}
       and connection_id = ${connectionId}
       and spreadsheet_id = ${spreadsheetId}`.execute(tx);
}
