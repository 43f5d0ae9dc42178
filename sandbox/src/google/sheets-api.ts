import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { WorldClock } from '../world/clock.ts';
import { admit, refuse } from './admission.ts';
import type { Grant, Grants } from './grants.ts';
import { applicationRefused, GoogleError, invalidArgument } from './google-error.ts';
import { createQuota } from './quota.ts';
import { addTab, notFound, resizeTab, shapeTab, writeValues, type Spreadsheet } from './spreadsheet.ts';

export interface SheetsFault {
  /**
   * The status of the answer; `silence` for no answer within the clients' time limit; `lost` for an answer that is cut
   * off after the request was applied; or the reason for which Google refuses the application.
   */
  readonly answer: number | 'silence' | 'lost' | 'SERVICE_DISABLED' | 'RATE_LIMIT_EXCEEDED';
  count: number;
  /** The number of requests that succeed before the fault begins. */
  after: number;
}

interface SheetsDeps {
  readonly grants: Grants;
  readonly spreadsheets: Map<string, Spreadsheet>;
  readonly clock: WorldClock;
  readonly machineClock: Pick<WorldClock, 'now'>;
  readonly newId: () => string;
  readonly publicUrl: () => string;
  readonly speedup: number;
  takeFault(): SheetsFault['answer'] | undefined;
}

const count = z.int().check(z.gte(1), z.lte(10_000_000));
const gridProperties = z.strictObject({
  rowCount: z.optional(count),
  columnCount: z.optional(count),
  frozenRowCount: z.optional(z.int().check(z.gte(0))),
});
const sheetProperties = z.strictObject({
  sheetId: z.optional(z.int().check(z.gte(0))),
  title: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  gridProperties: z.optional(gridProperties),
});
const newSpreadsheet = z.strictObject({
  properties: z.strictObject({ title: z.string().check(z.minLength(1)) }),
  sheets: z.array(z.strictObject({ properties: sheetProperties })).check(z.minLength(1)),
});
const valuesUpdate = z.strictObject({
  valueInputOption: z.literal('RAW'),
  data: z
    .array(
      z.strictObject({
        range: z.string(),
        majorDimension: z.literal('ROWS'),
        values: z.array(z.array(z.nullable(z.union([z.string(), z.number(), z.boolean()])))),
      }),
    )
    .check(z.minLength(1)),
});
const structureUpdate = z.strictObject({
  requests: z
    .array(
      z.union([
        z.strictObject({ addSheet: z.strictObject({ properties: sheetProperties }) }),
        z.strictObject({
          updateSheetProperties: z.strictObject({
            properties: z.strictObject({ sheetId: z.int(), gridProperties }),
            fields: z.string(),
          }),
        }),
      ]),
    )
    .check(z.minLength(1)),
});

/** The largest accepted request. Google only advises at most 2 MB. */
const mostBytes = 2_097_152;
const silenceMs = 120_000;

/** The calls of the Sheets API, version 4, that the product makes. Other fields and values are refused. */
export const sheetsApi =
  (deps: SheetsDeps) =>
  (app: FastifyInstance, _options: object, done: () => void): void => {
    const { spreadsheets, newId, publicUrl } = deps;
    const quota = createQuota(deps);
    app.setErrorHandler(refuse);
    const lost = new WeakSet<FastifyRequest>();
    app.addHook('preHandler', async (request) => {
      const answer = deps.takeFault();
      if (answer === 'silence') await setTimeout(silenceMs, undefined, { ref: false });
      else if (answer === 'lost') lost.add(request);
      else if (typeof answer === 'string') throw applicationRefused(answer);
      else if (answer !== undefined) throw new GoogleError(answer, statusOf(answer), 'A planned failure.');
    });
    app.addHook('onSend', async (request) => {
      if (lost.has(request)) request.raw.socket.destroy();
    });

    const admitTo = (use: 'read' | 'write', request: FastifyRequest): Grant => {
      const grant = admit(deps.grants, request);
      quota.take(use, grant.account.sub);
      return grant;
    };
    const find = (request: FastifyRequest, use: 'read' | 'write'): Spreadsheet => {
      const { account } = admitTo(use, request);
      const { spreadsheetId } = idParameter.parse(request.params);
      const spreadsheet = spreadsheets.get(spreadsheetId);
      // The requested scope covers only files that the user has created or opened with this application.
      if (!spreadsheet || spreadsheet.owner !== account.email) throw notFound();
      return spreadsheet;
    };

    app.post('/v4/spreadsheets', { bodyLimit: mostBytes }, (request) => {
      const { account } = admitTo('write', request);
      const { properties, sheets } = parse(newSpreadsheet, request.body);
      const spreadsheetId = `1${newId().replaceAll('-', '')}`;
      const spreadsheet: Spreadsheet = {
        spreadsheetId,
        owner: account.email,
        title: properties.title,
        createdAt: deps.machineClock.now(),
        isInBin: false,
        protectedTabs: [],
        tabs: [],
      };
      for (const sheet of sheets) addTab(spreadsheet, sheet.properties);
      spreadsheets.set(spreadsheetId, spreadsheet);
      return {
        spreadsheetId,
        properties,
        sheets: spreadsheet.tabs.map(shapeTab),
        spreadsheetUrl: addressOf(publicUrl(), spreadsheetId),
      };
    });

    app.get('/v4/spreadsheets/:spreadsheetId', (request) => {
      const spreadsheet = find(request, 'read');
      parse(z.strictObject({ fields: z.literal('sheets.properties') }), request.query);
      return { sheets: spreadsheet.tabs.map(shapeTab) };
    });

    app.post('/v4/spreadsheets/:spreadsheetId/values::batchUpdate', { bodyLimit: mostBytes }, (request) => {
      const spreadsheet = find(request, 'write');
      const { data } = parse(valuesUpdate, request.body);
      onCopy(spreadsheet, (copy) => data.forEach((range) => writeValues(copy, range)));
      return {
        spreadsheetId: spreadsheet.spreadsheetId,
        totalUpdatedRows: data.flatMap(({ values }) => values).length,
      };
    });

    app.post('/v4/spreadsheets/:spreadsheetId(^\\w+)::batchUpdate', { bodyLimit: mostBytes }, (request) => {
      const spreadsheet = find(request, 'write');
      const { requests } = parse(structureUpdate, request.body);
      const replies: object[] = [];
      onCopy(spreadsheet, (copy) => {
        for (const one of requests) replies.push(change(copy, one));
      });
      return { spreadsheetId: spreadsheet.spreadsheetId, replies };
    });
    done();
  };

/** Returns the address of a spreadsheet's page. */
export const addressOf = (publicUrl: string, spreadsheetId: string): string =>
  `${publicUrl}/google/spreadsheets/d/${spreadsheetId}/edit`;

const idParameter = z.object({ spreadsheetId: z.string() });

type Request = z.output<typeof structureUpdate>['requests'][number];

function change(spreadsheet: Spreadsheet, request: Request): object {
  if ('addSheet' in request) return { addSheet: shapeTab(addTab(spreadsheet, request.addSheet.properties), 0) };
  const { properties, fields } = request.updateSheetProperties;
  const given = Object.keys(properties.gridProperties).map((name) => `gridProperties.${name}`);
  if (fields.split(',').toSorted().join(',') !== given.toSorted().join(',')) {
    throw invalidArgument(`The field mask ${fields} does not name the given fields`);
  }
  resizeTab(spreadsheet, properties.sheetId, properties.gridProperties);
  return {};
}

/** Applies a request to a copy, so that either all of its changes take effect or none. */
function onCopy(spreadsheet: Spreadsheet, work: (copy: Spreadsheet) => void): void {
  const copy = {
    ...spreadsheet,
    tabs: spreadsheet.tabs.map((tab) => ({ ...tab, rows: tab.rows.map((row) => [...row]) })),
  };
  work(copy);
  spreadsheet.tabs = copy.tabs;
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidArgument(`Invalid JSON payload received. ${issue?.path.join('.')}: ${issue?.message}`);
}

const statuses: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};
const statusOf = (code: number): string => statuses[code] ?? 'INTERNAL';
