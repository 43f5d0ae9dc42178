import * as z from 'zod/mini';
import { connectionShape } from './connections.ts';
import { endpoint } from './endpoint.ts';
import { redirectedText } from './shapes.ts';

export const googleSheetsAuthorizationUrl = endpoint({
  method: 'GET',
  path: '/api/googlesheets/authorizationurl',
  summary: 'Where to send the browser so that the owner lets us write a spreadsheet',
  access: 'owner',
  response: z.object({ authorizationUrl: z.string() }),
  errors: ['serviceOff'],
  quiet: true,
  needsProof: true,
});

/** Addition: the redirect address registered with Google. Always answers with a redirect into the product. */
export const googleSheetsCallback = endpoint({
  method: 'GET',
  path: '/api/googlesheets/callback',
  summary: 'Google sends the browser back here with the code of the consent',
  access: 'public',
  query: z.object({ state: redirectedText(500), code: redirectedText(2000), error: redirectedText(200) }),
  response: z.void(),
  errors: [],
  withoutCsrf: true,
  raw: true,
});

export const googleSheetsStatus = endpoint({
  method: 'GET',
  path: '/api/googlesheets/connection-status',
  summary: 'Whether a spreadsheet of Google Sheets is connected, and its state',
  access: 'owner',
  response: z.object({
    /** Whether a Google account is connected. */
    enabled: z.boolean(),
    /** The address of the Google account, or `pending` until the first rows were written to the spreadsheet. */
    email: z.nullable(z.string()),
    spreadsheetId: z.nullable(z.string()),
    /** The reason why the spreadsheet cannot be accessed; `null` if it can. */
    connectionError: z.nullable(z.string()),
    /** Additions: whether this server can connect to Google, the address of the spreadsheet, and the connection. */
    available: z.boolean(),
    spreadsheetUrl: z.nullable(z.string()),
    authorizationId: z.nullable(z.string()),
    connection: z.nullable(connectionShape),
  }),
  errors: [],
  quiet: true,
});

export const googleSheetsCalls = { googleSheetsAuthorizationUrl, googleSheetsCallback, googleSheetsStatus } as const;
