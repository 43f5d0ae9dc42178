import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nothing } from './shapes.ts';

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

/** The body is `multipart/form-data` with one file. */
export const importSpreadsheet = endpoint({
  method: 'POST',
  path: '/api/sentinel/spreadsheet/:prefix/v1.0/import',
  summary: 'Imports the settings of such an Excel file; with one wrong cell nothing is changed',
  access: 'session',
  params: z.object({ prefix }),
  upload: true,
  response: nothing,
  errors: [
    'badRequest',
    'notFound',
    'badSpreadsheet',
    'notSpreadsheet',
    'lockedSpreadsheet',
    'spreadsheetTooLarge',
    'payloadTooLarge',
    'unsupportedMediaType',
    'tooManyRequests',
  ],
  quiet: true,
});

/** Addition: sets for one product what the spreadsheets set for many. */
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

export const spreadsheetsCalls = {
  exportSpreadsheet,
  importSpreadsheet,
  putOwnSettings,
} as const;
