import { GoogleError, invalidArgument } from './google-error.ts';

type Value = string | number | boolean;

export interface Tab {
  readonly sheetId: number;
  title: string;
  rowCount: number;
  columnCount: number;
  frozenRowCount: number;
  /** The cells with a value, by row and column. */
  readonly rows: Value[][];
}

export interface Spreadsheet {
  readonly spreadsheetId: string;
  readonly owner: string;
  readonly title: string;
  readonly createdAt: Date;
  isInBin: boolean;
  /** The ids of tabs that the user has protected against our application. */
  protectedTabs: readonly number[];
  tabs: Tab[];
}

const mostCells = 10_000_000;
const mostCharacters = 50_000;
const usualRows = 1000;
const usualColumns = 26;

interface TabProperties {
  readonly sheetId?: number | undefined;
  readonly title?: string | undefined;
  readonly gridProperties?: GridProperties | undefined;
}

interface GridProperties {
  readonly rowCount?: number | undefined;
  readonly columnCount?: number | undefined;
  readonly frozenRowCount?: number | undefined;
}

export function addTab(spreadsheet: Spreadsheet, properties: TabProperties): Tab {
  const sheetId = properties.sheetId ?? Math.max(0, ...spreadsheet.tabs.map((tab) => tab.sheetId)) + 1;
  const title = properties.title ?? `Sheet${spreadsheet.tabs.length + 1}`;
  if (spreadsheet.tabs.some((tab) => tab.sheetId === sheetId)) throw invalidArgument(`Sheet id ${sheetId} is in use`);
  if (spreadsheet.tabs.some((tab) => tab.title.toLowerCase() === title.toLowerCase())) {
    throw invalidArgument(`A sheet with the name "${title}" already exists. Please enter another name.`);
  }
  const tab: Tab = {
    sheetId,
    title,
    rowCount: properties.gridProperties?.rowCount ?? usualRows,
    columnCount: properties.gridProperties?.columnCount ?? usualColumns,
    frozenRowCount: properties.gridProperties?.frozenRowCount ?? 0,
    rows: [],
  };
  spreadsheet.tabs.push(tab);
  checkSize(spreadsheet);
  return tab;
}

export function resizeTab(spreadsheet: Spreadsheet, sheetId: number, grid: GridProperties): void {
  const tab = findTab(spreadsheet, sheetId);
  tab.rowCount = grid.rowCount ?? tab.rowCount;
  tab.columnCount = grid.columnCount ?? tab.columnCount;
  tab.frozenRowCount = grid.frozenRowCount ?? tab.frozenRowCount;
  if (tab.frozenRowCount >= tab.rowCount) throw invalidArgument("You can't freeze all visible rows on the sheet.");
  tab.rows.splice(tab.rowCount);
  for (const row of tab.rows) row.splice(tab.columnCount);
  checkSize(spreadsheet);
}

export function findTab(spreadsheet: Spreadsheet, sheetId: number): Tab {
  const tab = spreadsheet.tabs.find((one) => one.sheetId === sheetId);
  if (!tab) throw invalidArgument(`No grid with id: ${sheetId}`);
  return tab;
}

/** @param column counted from 0 */
export function deleteColumn(tab: Tab, column: number): void {
  tab.columnCount -= 1;
  for (const row of tab.rows) row.splice(column, 1);
}

interface ValueRange {
  readonly range: string;
  readonly values: readonly (readonly (Value | null)[])[];
}

/** Writes values from the first cell of the range. `null` leaves a cell as it is, as Google does. */
export function writeValues(spreadsheet: Spreadsheet, { range, values }: ValueRange): void {
  const { tab, row: firstRow, column: firstColumn } = parseRange(spreadsheet, range);
  const width = Math.max(0, ...values.map((row) => row.length));
  if (firstRow + values.length > tab.rowCount || firstColumn + width > tab.columnCount) {
    throw invalidArgument(
      `Range (${range}) exceeds grid limits. Max rows: ${tab.rowCount}, max columns: ${tab.columnCount}`,
    );
  }
  if (spreadsheet.protectedTabs.includes(tab.sheetId)) {
    throw invalidArgument(
      'Invalid data[0]: You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
    );
  }
  for (const [index, cells] of values.entries()) {
    const row = (tab.rows[firstRow + index] ??= []);
    for (const [offset, value] of cells.entries()) {
      if (value === null) continue;
      if (typeof value === 'string' && value.length > mostCharacters) {
        throw invalidArgument(
          `Your input contains more than the maximum of ${mostCharacters} characters in a single cell.`,
        );
      }
      row[firstColumn + offset] = value;
    }
  }
}

/** Parses a range of the form `'Title'!A1`, the only one that the product uses. */
function parseRange(spreadsheet: Spreadsheet, range: string): { tab: Tab; row: number; column: number } {
  const [, title, letters, row] = /^'((?:[^']|'')+)'!([A-Z]{1,3})(\d{1,8})$/.exec(range) ?? [];
  const tab = spreadsheet.tabs.find((one) => one.title === title?.replaceAll("''", "'"));
  if (!tab || letters === undefined || row === undefined) throw invalidArgument(`Unable to parse range: ${range}`);
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { tab, row: Number(row) - 1, column };
}

function checkSize({ tabs }: Spreadsheet): void {
  const cells = tabs.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0);
  if (cells <= mostCells) return;
  throw invalidArgument(
    `This action would increase the number of cells in the workbook above the limit of ${mostCells} cells.`,
  );
}

export const shapeTab = ({ sheetId, title, rowCount, columnCount, frozenRowCount }: Tab, index: number) => ({
  properties: {
    sheetId,
    title,
    index,
    sheetType: 'GRID',
    gridProperties: { rowCount, columnCount, ...(frozenRowCount > 0 && { frozenRowCount }) },
  },
});

export const notFound = (): GoogleError => new GoogleError(404, 'NOT_FOUND', 'Requested entity was not found.');
