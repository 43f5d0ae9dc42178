import type { Context } from '../../context.ts';
import type {
  GridChange,
  RowBlock,
  SheetsAccess,
  SheetsClient,
  TabProperties,
} from '../../external/google/sheets-client.ts';
import { SpreadsheetInBin } from '../../external/google/sheets-refusal.ts';
import { callWithAccess, type AccessContext } from '../connections/access-token.ts';
import type { ConnectionKey, ConnectionService } from '../connections/service.ts';
import { minuteText, readContent, type Content } from './content/read-content.ts';
import { tabs, type TabDefinition, type TabId } from './content/tabs.ts';
import { findSheet, isSpreadsheetTaken, storeHashes, storeSpreadsheet, type GoogleSheet } from './sheet-queries.ts';

export interface PushContext extends AccessContext {
  readonly log: Context['log'];
  readonly sheets: SheetsClient;
  readonly service: ConnectionService;
  /** Ends the push. */
  readonly signal: AbortSignal;
}

/** A line with the times, and the names of the columns. */
const headerRows = 2;

/**
 * Makes our tabs equal to the database: missing tabs are created, and the rows of tabs that differ are written. A tab
 * that is being written when a process dies is written again by the next push, because the hash of a tab is forgotten
 * before its rows are written and stored after them.
 */
export async function pushSheet(ctx: PushContext, key: ConnectionKey): Promise<void> {
  const content = await readContent(ctx, key.tenantId);
  const sheet = await ctx.db.tenant(key.tenantId, (tx) => findSheet(tx, key));
  if (!sheet) return;
  const call = <T>(work: (access: SheetsAccess) => Promise<T>): Promise<T> =>
    callWithAccess(ctx, { service: ctx.service, key }, (token) => work({ token, signal: ctx.signal }));
  const spreadsheetId =
    sheet.spreadsheetId ?? (await create(ctx, call, { key, sheet, title: `Watchpost: ${content.company}` }));
  const found = await call((access) => ctx.sheets.listTabs(access, spreadsheetId));
  if (await call((access) => ctx.sheets.isInBin(access, spreadsheetId))) throw new SpreadsheetInBin();
  const plan = planPush(content, sheet, found);
  if (plan.changed.length === 0) return;
  const keep = (hashes: GoogleSheet['hashes']): Promise<void> =>
    ctx.db.tenant(key.tenantId, (tx) => storeHashes(tx, key, { spreadsheetId, hashes }));
  await keep(plan.unchangedHashes);
  await call((access) => ctx.sheets.changeStructure(access, spreadsheetId, { added: plan.added, grids: plan.grown }));
  for (const block of plan.rows) {
    await call((access) => ctx.sheets.writeRows(access, spreadsheetId, [block]));
  }
  const headers = headerBlocks(content, plan.titles, ctx.clock.now());
  await call((access) => ctx.sheets.writeRows(access, spreadsheetId, headers));
  await call((access) => ctx.sheets.changeStructure(access, spreadsheetId, { added: [], grids: plan.cut }));
  await keep({ ...plan.unchangedHashes, ...plan.changedHashes });
}

interface NewSpreadsheet {
  readonly key: ConnectionKey;
  readonly sheet: GoogleSheet;
  readonly title: string;
}

type AccessCall = <T>(work: (access: SheetsAccess) => Promise<T>) => Promise<T>;

/**
 * Creates a spreadsheet. If an earlier attempt created one but its id was not stored, that spreadsheet is found and
 * used instead.
 */
async function create(
  { db, sheets }: PushContext,
  call: AccessCall,
  { key, title, sheet: { googleId, consentedAt } }: NewSpreadsheet,
): Promise<string> {
  const ours = tabs.map((tab) => newTab(tab, tab.title));
  const found = await call((access) => sheets.findCreated(access, { title, since: consentedAt }));
  const made =
    found === null || (await isSpreadsheetTaken(db.global, found.spreadsheetId))
      ? await call((access) => sheets.createSpreadsheet(access, title, ours))
      : found;
  await db.tenant(key.tenantId, (tx) => storeSpreadsheet(tx, key, { ...made, googleId }));
  return made.spreadsheetId;
}

const newTab = ({ sheetId, columns }: TabDefinition, title: string): TabProperties => ({
  sheetId,
  title,
  rowCount: headerRows + 1,
  columnCount: columns.length,
});

interface PushPlan {
  readonly changed: readonly TabDefinition[];
  /** The present titles of our tabs. */
  readonly titles: ReadonlyMap<TabId, string>;
  readonly added: readonly TabProperties[];
  readonly grown: readonly GridChange[];
  readonly rows: readonly RowBlock[];
  readonly cut: readonly GridChange[];
  readonly unchangedHashes: GoogleSheet['hashes'];
  readonly changedHashes: GoogleSheet['hashes'];
}

function planPush(content: Content, { hashes }: GoogleSheet, found: readonly TabProperties[]): PushPlan {
  const planned = tabs.map((tab) => {
    const rows = content.tabs.get(tab.id);
    if (!rows) throw new Error(`The tab ${tab.id} has no content`);
    const present = found.find(({ sheetId }) => sheetId === tab.sheetId);
    const rowCount = headerRows + rows.count;
    // A tab with fewer columns has lost one of ours, so that its other columns are not where they were written.
    const isIntact = present?.rowCount === rowCount && present.columnCount >= tab.columns.length;
    const isChanged = !present || !isIntact || hashes[tab.id] !== rows.hash;
    const title = present?.title ?? freeTitle(tab.title, found);
    return { tab, rows, title, present: present ?? newTab(tab, title), isAdded: !present, rowCount, isChanged };
  });
  const changed = planned.filter(({ isChanged }) => isChanged);
  const hashesOf = (some: typeof planned): GoogleSheet['hashes'] =>
    Object.fromEntries(some.map(({ tab, rows }) => [tab.id, rows.hash]));
  return {
    changed: changed.map(({ tab }) => tab),
    titles: new Map(planned.map(({ tab, title }) => [tab.id, title])),
    added: planned.filter(({ isAdded }) => isAdded).map(({ present }) => present),
    grown: changed.map(({ tab, present, rowCount }) => ({
      ...gridOf(tab, present),
      rowCount: Math.max(present.rowCount, rowCount),
    })),
    rows: changed.flatMap(({ rows, title }) =>
      rows.blocks.map(({ offset, json }) => ({ title, firstRow: headerRows + 1 + offset, json })),
    ),
    cut: changed.map(({ tab, present, rowCount }) => ({ ...gridOf(tab, present), rowCount })),
    unchangedHashes: hashesOf(planned.filter(({ isChanged }) => !isChanged)),
    changedHashes: hashesOf(changed),
  };
}

/** Columns that the user has added at the right stay. */
const gridOf = ({ columns, sheetId }: TabDefinition, { columnCount }: TabProperties) => ({
  sheetId,
  columnCount: Math.max(columnCount, columns.length),
  frozenRowCount: headerRows,
});

/**
 * Returns a title that no other tab has, because one of the user's tabs may have our title. Google compares titles
 * without regard to case.
 */
function freeTitle(title: string, found: readonly TabProperties[]): string {
  const taken = new Set(found.map((tab) => tab.title.toLowerCase()));
  const candidates = [
    title,
    `${title} (Watchpost)`,
    ...found.map((_tab, index) => `${title} (Watchpost ${index + 2})`),
  ];
  return candidates.find((candidate) => !taken.has(candidate.toLowerCase())) ?? `${title} (Watchpost)`;
}

/**
 * Returns the header rows of all tabs. They say when the tabs were compared with the database, so they are also written
 * to tabs whose rows have not changed.
 */
function headerBlocks({ sourceAt, tabs: collected }: Content, titles: PushPlan['titles'], now: Date): RowBlock[] {
  const source = sourceAt === null ? 'not read yet' : minuteText(sourceAt);
  return tabs.map(({ id, title, columns }) => {
    const rows = collected.get(id);
    const cut = rows?.isCut ? `, the first ${rows.count} rows` : '';
    const note = `Updated ${minuteText(now)}, source ${source} (UTC)${cut}`;
    return { title: titles.get(id) ?? title, firstRow: 1, json: JSON.stringify([[note], columns]) };
  });
}
