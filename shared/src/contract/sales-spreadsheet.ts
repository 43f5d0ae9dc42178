import * as z from 'zod/mini';
import { isChartDay } from '../domain/chart-range.ts';
import { customRange, defaultSpreadsheetDays, mostSpreadsheetDays } from '../domain/sales-spreadsheet.ts';
import { productIdShape } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { nothing, numberText } from './shapes.ts';

const day = z.optional(
  z.nullable(z.string().check(z.refine(isChartDay, 'Dates are written as YYYY-MM-DD, as in 2026-03-31'))),
);

/** A limit above the number of addresses that a person selects. */
const mostAddresses = 50;

/**
 * Without a product and a family, the spreadsheet contains all tracked products that the caller may see, and their
 * families.
 */
const request = {
  productGroupId: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(50)))),
  /**
   * Addition: the id of a product whose family is wanted, as in the calls of the charts. `productGroupId` is then
   * ignored.
   */
  productId: z.optional(productIdShape),
  /** The number of days up to today, or -1 for the days between the two dates, both included. */
  lookbackDays: z.prefault(
    numberText(
      z.int(),
      z.lte(mostSpreadsheetDays),
      z.refine((days) => days === customRange || days >= 1, 'Expecting a number of days, or -1 for two dates'),
    ),
    defaultSpreadsheetDays,
  ),
  rangeDateFrom: day,
  rangeDateTo: day,
};

export const requestSalesSpreadsheet = endpoint({
  method: 'POST',
  path: '/api/order/spreadsheet/v1.2/SALES/email-request',
  summary: 'Has the sales by product and day compiled to an Excel file, and sent to addresses of the account by mail',
  access: 'session',
  body: z.object({
    ...request,
    /** Addition: whether a spreadsheet without a product and a family also contains products that are not tracked. */
    includeAllProducts: z.optional(z.boolean()),
    /** Verified addresses: the owner may name those of the account, other users their own. */
    emailAddresses: z
      .array(z.string().check(z.minLength(1), z.maxLength(320)))
      .check(z.minLength(1), z.maxLength(mostAddresses)),
  }),
  response: nothing,
  errors: [
    'badRequest',
    'notFound',
    'addressUnverified',
    'addressStopped',
    'addressLacksAccess',
    'spreadsheetUnderway',
    'serviceOff',
  ],
  quiet: true,
});

const cell = z.nullable(z.union([z.string(), z.number()]));

/** Addition: shows the first rows of the spreadsheet before the person requests it. */
export const previewSalesSpreadsheet = endpoint({
  method: 'GET',
  path: '/api/order/spreadsheet/v1.2/SALES/preview',
  summary: 'The first rows of such a spreadsheet: of 120 days at most, from 60 days before the sign-up on',
  access: 'session',
  query: z.object({ ...request, includeAllProducts: z.optional(z.literal('true')) }),
  response: z.object({
    columns: z.array(z.object({ header: z.string(), help: z.nullable(z.string()) })),
    /** Dates are `YYYY-MM-DD`. Days without known sales have no row. */
    rows: z.array(z.array(cell)),
  }),
  errors: ['badRequest', 'notFound'],
  quiet: true,
});
export type SpreadsheetPreview = z.output<typeof previewSalesSpreadsheet.response>;

/**
 * Addition: downloads the file of a mail that contains a link instead of an attachment. The link is signed for one
 * address.
 */
export const downloadSalesSpreadsheet = endpoint({
  method: 'GET',
  path: '/api/order/spreadsheet/v1.2/SALES/file',
  summary: 'The Excel file behind the link of a mail, for as long as the address may see all of its seller accounts',
  access: 'public',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  response: z.void(),
  errors: ['badRequest', 'mailLinkExpired', 'spreadsheetGone', 'addressLacksAccess'],
  quiet: true,
  raw: true,
});

export const salesSpreadsheetCalls = {
  requestSalesSpreadsheet,
  previewSalesSpreadsheet,
  downloadSalesSpreadsheet,
} as const;
