import * as z from 'zod/mini';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { malformedAnswer, parseAnswer } from '../marketplace/answers/answer.ts';
import { createTransport } from '../marketplace/calls/transport.ts';
import { ApplicationRefused } from '../marketplace/external-error.ts';
import { refusalOf, service, SpreadsheetLost } from './sheets-refusal.ts';

/** The time limit of one attempt. Google answers within 180 s or not at all, but we do not wait that long. */
const timeoutMs = 60_000;

export interface TabProperties {
  readonly sheetId: number;
  readonly title: string;
  readonly rowCount: number;
  readonly columnCount: number;
}

/** A block of values that is written from the first column of a row on. */
export interface RowBlock {
  readonly title: string;
  /** The number of the row, counted from 1. */
  readonly firstRow: number;
  /** The rows as a JSON list of lists. An empty cell is `""`, because Google leaves a cell with `null` as it is. */
  readonly json: string;
}

export interface GridChange {
  readonly sheetId: number;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly frozenRowCount: number;
}

interface CreatedSpreadsheet {
  readonly spreadsheetId: string;
  readonly spreadsheetUrl: string;
}

export interface SheetsAccess {
  /** The access token of the user. */
  readonly token: string;
  /** Ends the request, without an answer. */
  readonly signal: AbortSignal;
}

/** The calls of the Sheets API, version 4, and of the Drive API, version 3, which lists the files of our application only. */
export interface SheetsClient {
  createSpreadsheet(access: SheetsAccess, title: string, tabs: readonly TabProperties[]): Promise<CreatedSpreadsheet>;
  listTabs(access: SheetsAccess, spreadsheetId: string): Promise<readonly TabProperties[]>;
  /**
   * Finds the newest spreadsheet of this title that our application has made since an instant, besides those in the bin.
   * `null` also if the Drive API is not enabled for our application.
   */
  findCreated(
    access: SheetsAccess,
    file: { readonly title: string; readonly since: Date },
  ): Promise<CreatedSpreadsheet | null>;
  /**
   * Whether the file is in the bin of its user's Drive, where it still takes all writes. False if the Drive API is not
   * enabled for our application.
   */
  isInBin(access: SheetsAccess, spreadsheetId: string): Promise<boolean>;
  /** Writes the values as they are: a text never becomes a formula or a date. */
  writeRows(access: SheetsAccess, spreadsheetId: string, blocks: readonly RowBlock[]): Promise<void>;
  /** Adds tabs and changes grids, all or nothing. Rows and columns beyond a smaller grid are lost. */
  changeStructure(access: SheetsAccess, spreadsheetId: string, change: StructureChange): Promise<void>;
}

interface StructureChange {
  readonly added: readonly TabProperties[];
  readonly grids: readonly GridChange[];
}

const tabAnswer = z.object({
  properties: z.object({
    sheetId: z.int(),
    title: z.string(),
    gridProperties: z.optional(z.object({ rowCount: z.optional(z.int()), columnCount: z.optional(z.int()) })),
  }),
});
const tabsAnswer = z.object({ sheets: z._default(z.array(tabAnswer), []) });
const fileAnswer = z.object({ trashed: z.boolean() });
const filesAnswer = z.object({
  files: z.array(z.object({ id: z.string().check(z.minLength(1)), webViewLink: z.url() })),
});
const createdAnswer = z.object({ spreadsheetId: z.string().check(z.minLength(1)), spreadsheetUrl: z.url() });
interface SheetsCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly access: SheetsAccess;
  readonly json?: string;
  readonly isSentOnce?: boolean;
}

export function createSheetsClient(
  { apiUrl, driveUrl }: { readonly apiUrl: string; readonly driveUrl: string },
  ports: { readonly clock: Clock; readonly random: Random },
): SheetsClient {
  const transport = createTransport({ ...ports, timeoutMs });

  async function call({ method, url, access, json, isSentOnce = false }: SheetsCall): Promise<unknown> {
    const response = await transport.send(service, url, {
      method,
      isSentOnce,
      signal: access.signal,
      headers: {
        authorization: `Bearer ${access.token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: json }),
    });
    const { status } = response;
    const answer: unknown = await response.json().catch(() => null);
    if (status !== 200) throw refusalOf(status, answer);
    if (answer === null) throw malformedAnswer(service, 'not JSON');
    return answer;
  }

  const spreadsheets = `${apiUrl}/v4/spreadsheets`;
  return {
    async createSpreadsheet(access, title, tabs) {
      const json = JSON.stringify({
        properties: { title },
        sheets: tabs.map((tab) => ({ properties: propertiesOf(tab) })),
      });
      return parseAnswer(
        service,
        createdAnswer,
        await call({ method: 'POST', url: spreadsheets, access, json, isSentOnce: true }),
      );
    },
    async listTabs(access, spreadsheetId) {
      const url = `${spreadsheets}/${encodeURIComponent(spreadsheetId)}?fields=sheets.properties`;
      const { sheets } = parseAnswer(service, tabsAnswer, await call({ method: 'GET', url, access }));
      return sheets.map(({ properties: { sheetId, title, gridProperties } }) => ({
        sheetId,
        title,
        rowCount: gridProperties?.rowCount ?? 0,
        columnCount: gridProperties?.columnCount ?? 0,
      }));
    },
    async findCreated(access, file) {
      const query = {
        q: `name = ${quoteText(file.title)} and mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false and createdTime >= '${file.since.toISOString()}'`,
        orderBy: 'createdTime desc',
        pageSize: '1',
        fields: 'files(id,webViewLink)',
      };
      const url = `${driveUrl}/v3/files?${new URLSearchParams(query).toString()}`;
      const answer = await call({ method: 'GET', url, access }).catch(orWithoutDrive({ files: [] }));
      const [found] = parseAnswer(service, filesAnswer, answer).files;
      return found ? { spreadsheetId: found.id, spreadsheetUrl: found.webViewLink } : null;
    },
    async isInBin(access, spreadsheetId) {
      const url = `${driveUrl}/v3/files/${encodeURIComponent(spreadsheetId)}?fields=trashed&supportsAllDrives=true`;
      const answer = await call({ method: 'GET', url, access }).catch(orWithoutDrive({ trashed: false }));
      return parseAnswer(service, fileAnswer, answer).trashed;
    },
    async writeRows(access, spreadsheetId, blocks) {
      const json = `{"valueInputOption":"RAW","data":[${blocks.map(blockJson).join(',')}]}`;
      const url = `${spreadsheets}/${encodeURIComponent(spreadsheetId)}/values:batchUpdate`;
      await call({ method: 'POST', url, access, json });
    },
    async changeStructure(access, spreadsheetId, { added, grids }) {
      const requests = [
        ...added.map((tab) => ({ addSheet: { properties: propertiesOf(tab) } })),
        ...grids.map(({ sheetId, ...gridProperties }) => ({
          updateSheetProperties: {
            properties: { sheetId, gridProperties },
            fields: Object.keys(gridProperties)
              .map((name) => `gridProperties.${name}`)
              .join(','),
          },
        })),
      ];
      if (requests.length === 0) return;
      const url = `${spreadsheets}/${encodeURIComponent(spreadsheetId)}:batchUpdate`;
      await call({ method: 'POST', url, access, json: JSON.stringify({ requests }) });
    },
  };
}

/**
 * Handles an error by returning this answer if the Drive API is not enabled for our application, and throws any other
 * error.
 */
const orWithoutDrive =
  <Answer>(answer: Answer) =>
  (error: unknown): Answer => {
    if (error instanceof ApplicationRefused || (error instanceof SpreadsheetLost && error.status === 403))
      return answer;
    throw error;
  };

/** Quotes a text for a search of the Drive API. */
const quoteText = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

const propertiesOf = ({ sheetId, title, rowCount, columnCount }: TabProperties) => ({
  sheetId,
  title,
  gridProperties: { rowCount, columnCount },
});

const blockJson = ({ title, firstRow, json }: RowBlock): string =>
  `{"range":${JSON.stringify(`'${title.replaceAll("'", "''")}'!A${firstRow}`)},"majorDimension":"ROWS","values":${json}}`;
