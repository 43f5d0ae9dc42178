import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { importErrors, importOutcome, importQuery } from './spreadsheets.ts';

export const productSheetName = 'product-settings.xlsx';

export const exportProducts = endpoint({
  method: 'GET',
  path: '/api/product/spreadsheet/v1.0/export',
  summary: 'An Excel file with the short-hand names of the products and whether they are tracked',
  access: 'session',
  response: z.void(),
  errors: [],
  quiet: true,
  raw: true,
});

/**
 * The body is `multipart/form-data` with one file. In the answer `added` counts the products that become tracked, and
 * `removed` counts the products that are no longer tracked.
 */
export const importProducts = endpoint({
  method: 'POST',
  path: '/api/product/spreadsheet/v1.0/import',
  summary: 'Imports such a file, also as csv; with one wrong cell nothing is changed',
  access: 'session',
  query: importQuery,
  upload: true,
  /** `heldBack`: the number of products that are not tracked yet, because the budget is reached; absent if there are none. */
  response: z.extend(importOutcome, { heldBack: z.optional(z.int()) }),
  errors: importErrors,
  quiet: true,
  slow: true,
});

export const productSheetCalls = { exportProducts, importProducts } as const;
