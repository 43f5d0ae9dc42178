import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { parseOrRefuse } from '../control/bad-request.ts';
import type { WorldClock } from '../world/clock.ts';
import { consent } from './consent.ts';
import { createGrants } from './grants.ts';
import { gridPages } from './grid-page.ts';
import { driveApi } from './drive-api.ts';
import { sheetsApi, type SheetsFault } from './sheets-api.ts';
import { addTab, deleteColumn, findTab, type Spreadsheet } from './spreadsheet.ts';
import { tokenRoutes } from './token.ts';

interface GoogleDeps {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly watchpostUrl: string;
  readonly clock: WorldClock;
  /** Files are dated by the machine's time, which may differ from the world's. */
  readonly machineClock: Pick<WorldClock, 'now'>;
  readonly newId: () => string;
  readonly publicUrl: () => string;
  readonly speedup: number;
}

const event = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('accessRevoked'), email: z.string() }),
  z.strictObject({ type: z.literal('accessExpired') }),
  z.strictObject({ type: z.literal('fileDeleted'), spreadsheetId: z.string() }),
  z.strictObject({ type: z.literal('fileBinned'), spreadsheetId: z.string(), isInBin: z.boolean() }),
  z.strictObject({ type: z.literal('tabRenamed'), spreadsheetId: z.string(), sheetId: z.int(), title: z.string() }),
  z.strictObject({ type: z.literal('tabAdded'), spreadsheetId: z.string(), sheetId: z.int(), title: z.string() }),
  z.strictObject({ type: z.literal('tabsProtected'), spreadsheetId: z.string(), sheetIds: z.array(z.int()) }),
  z.strictObject({ type: z.literal('tabDeleted'), spreadsheetId: z.string(), sheetId: z.int() }),
  /** The column is counted from 0. */
  z.strictObject({ type: z.literal('columnDeleted'), spreadsheetId: z.string(), sheetId: z.int(), column: z.int() }),
  z.strictObject({
    type: z.literal('requestsFail'),
    of: z.enum(['sheets', 'token']),
    answer: z.union([z.int(), z.enum(['silence', 'lost', 'SERVICE_DISABLED', 'RATE_LIMIT_EXCEEDED'])]),
    count: z.int(),
    after: z._default(z.int(), 0),
  }),
]);

/**
 * Stands in for Google under `/google`: consent, tokens, the Sheets API, two calls of the Drive API, and pages of the
 * spreadsheets. `GET /sandbox/google` lists the spreadsheets, and `POST /sandbox/google` triggers an event for them.
 */
export const google =
  (deps: GoogleDeps) =>
  async (app: FastifyInstance): Promise<void> => {
    const grants = createGrants(deps);
    const spreadsheets = new Map<string, Spreadsheet>();
    const faults = { sheets: noFault(), token: noFault() };
    const takeTokenFault = () => {
      const answer = take(faults.token);
      return typeof answer === 'string' ? 503 : answer;
    };
    await app.register(consent({ ...deps, grants }), { prefix: '/google' });
    await app.register(tokenRoutes({ ...deps, grants, takeFault: takeTokenFault }), { prefix: '/google' });
    await app.register(sheetsApi({ ...deps, grants, spreadsheets, takeFault: () => take(faults.sheets) }), {
      prefix: '/google',
    });
    await app.register(driveApi({ ...deps, grants, spreadsheets }), { prefix: '/google/drive' });
    await app.register(gridPages(spreadsheets), { prefix: '/google' });

    app.get('/sandbox/google', () => [...spreadsheets.values()]);
    app.post('/sandbox/google', (request, reply) => {
      const happening = parseOrRefuse(event, request.body);
      if (happening.type === 'accessRevoked') grants.revokeAccount(happening.email);
      else if (happening.type === 'accessExpired') grants.expireAccess();
      else if (happening.type === 'requestsFail') {
        const { of, answer, count, after } = happening;
        faults[of] = { answer, count, after };
      } else changeFile(spreadsheets, happening);
      return reply.code(204).send();
    });
  };

function take(fault: SheetsFault): SheetsFault['answer'] | undefined {
  if (fault.count <= 0) return undefined;
  if (fault.after > 0) {
    fault.after -= 1;
    return undefined;
  }
  fault.count -= 1;
  return fault.answer;
}

const noFault = (): SheetsFault => ({ answer: 503, count: 0, after: 0 });

type FileEvent = Extract<z.output<typeof event>, { readonly spreadsheetId: string }>;

function changeFile(spreadsheets: Map<string, Spreadsheet>, happening: FileEvent): void {
  const { spreadsheetId } = happening;
  const spreadsheet = spreadsheets.get(spreadsheetId);
  if (!spreadsheet) return;
  if (happening.type === 'fileDeleted') spreadsheets.delete(spreadsheetId);
  else if (happening.type === 'fileBinned') spreadsheet.isInBin = happening.isInBin;
  else if (happening.type === 'tabsProtected') spreadsheet.protectedTabs = happening.sheetIds;
  else if (happening.type === 'tabRenamed') findTab(spreadsheet, happening.sheetId).title = happening.title;
  else if (happening.type === 'tabAdded') addTab(spreadsheet, happening);
  else if (happening.type === 'columnDeleted') deleteColumn(findTab(spreadsheet, happening.sheetId), happening.column);
  else spreadsheet.tabs = spreadsheet.tabs.filter(({ sheetId }) => sheetId !== happening.sheetId);
}
