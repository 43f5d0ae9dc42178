import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Section 7: the spreadsheets with settings for many products. */
const prefix = z.enum(['inventory', 'fbm_inventory', 'salesdrop']);
export type SpreadsheetPrefix = z.output<typeof prefix>;

/** The file name of the export, which the import expects. */
export const spreadsheetFileName = (of: SpreadsheetPrefix): string => `${of}-config-import.xlsx`;

export const exportSpreadsheet = endpoint({
  method: 'GET',
  path: '/api/sentinel/spreadsheet/:prefix/v1.0/export',
  summary: 'An Excel file with the settings of a watchdog for each tracked product',
  access: 'session',
  params: z.object({ prefix }),
  response: z.void(),
  errors: ['badRequest', 'notFound'],
  quiet: true,
  raw: true,
});

const count = z.int().check(z.gte(0));

/** Rows of a file that are not applied. `line` is the row number that spreadsheet programs show. */
const leftLines = z.object({
  count,
  /**
   * The first of these rows. `column` is the header of the wrong cell's column, or `null` if no single cell is the
   * reason.
   */
  lines: z.array(z.object({ line: count, column: z.nullable(z.string()), reason: z.string() })),
});

/** The effect of an imported file on the settings of products. */
export const importOutcome = z.object({
  /** The number of products that had no settings of their own and get some by this import. */
  added: count,
  changed: count,
  /** The number of products whose own settings are removed, so that the defaults apply again. */
  removed: count,
  unchanged: count,
  /** The first rows that change something, with their cells as text; `null` is an empty cell. */
  rows: z.array(
    z.object({
      line: count,
      name: z.string(),
      changes: z.array(z.object({ column: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
    }),
  ),
  /** The rows of products that are not tracked. */
  skipped: leftLines,
  /** The rows with an error. An import of a file with such a row changes nothing. */
  refused: leftLines,
  /** A fingerprint of the changes in all rows, which `importQuery` compares. */
  fingerprint: z.string(),
});
export type ImportOutcome = z.output<typeof importOutcome>;
export type LeftLines = ImportOutcome['refused'];

/**
 * With `preview`, nothing is changed and the answer contains the errors. With the `fingerprint` of a preview, an import
 * changes nothing if its changes differ from the previewed ones, because somebody else has changed a product in
 * between.
 */
export const importQuery = z.object({
  preview: z.optional(z.enum(['true', 'false'])),
  fingerprint: z.optional(z.string().check(z.maxLength(100))),
});
export type ImportQuery = z.output<typeof importQuery>;

/** The errors of calls that import a file. */
export const importErrors = [
  'badRequest',
  'notFound',
  'badSpreadsheet',
  'importOvertaken',
  'notSpreadsheet',
  'lockedSpreadsheet',
  'spreadsheetTooLarge',
  'payloadTooLarge',
  'unsupportedMediaType',
  'tooManyRequests',
] as const;

/** The length limit of each list in an answer. */
export const mostOutcomeRows = 100;

/** The body is `multipart/form-data` with one file. */
export const importSpreadsheet = endpoint({
  method: 'POST',
  path: '/api/sentinel/spreadsheet/:prefix/v1.0/import',
  summary: 'Imports the settings of such an Excel file; with one wrong cell nothing is changed',
  access: 'session',
  params: z.object({ prefix }),
  query: importQuery,
  upload: true,
  response: importOutcome,
  errors: importErrors,
  quiet: true,
  slow: true,
});

/** Addition: replaces the settings of one product that the spreadsheets replace for many products. */
export const putOwnSettings = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/own-settings/:type/:productId',
  summary: 'Replaces the settings that one product has of its own for a watchdog with a spreadsheet (its thresholds)',
  access: 'session',
  params: z.object({
    type: z.string().check(z.minLength(1), z.maxLength(60)),
    productId: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)),
  }),
  body: z.record(z.string(), z.unknown()),
  response: z.record(z.string(), z.unknown()),
  errors: ['badRequest', 'notFound'],
  quiet: true,
});

/** Addition: changes some of these settings, so that a person undoes no change of somebody else without knowing it. */
export const changeOwnSettings = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/own-settings/:type/:productId/changes',
  summary:
    'Changes the named settings that one product has of its own for a watchdog, unless they differ from those that the caller saw; the others keep their values',
  access: 'session',
  params: putOwnSettings.params,
  body: z.object({
    settings: z.record(z.string(), z.unknown()),
    /** The values of the same settings on which the changes are based. */
    seen: z.record(z.string(), z.unknown()),
  }),
  response: z.record(z.string(), z.unknown()),
  errors: ['badRequest', 'notFound', 'settingsOvertaken'],
  quiet: true,
});

export const spreadsheetsCalls = {
  exportSpreadsheet,
  importSpreadsheet,
  putOwnSettings,
  changeOwnSettings,
} as const;
