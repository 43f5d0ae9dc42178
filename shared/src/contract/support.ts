import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { emailText, lineText, textUpTo } from './shapes.ts';

/** Section 2: the marketplaces that a ticket can be about. */
export const ticketMarketplaces = ['US', 'CA', 'MX', 'BR', 'UK', 'DE', 'FR', 'ES', 'IT', 'NL'] as const;
export const ticketCategories = ['issue', 'new_feature'] as const;
export type TicketCategory = (typeof ticketCategories)[number];

/** The maximum lengths of a ticket's texts. */
export const ticketLimits = { subject: 200, body: 20_000 } as const;

export const createTicket = endpoint({
  method: 'POST',
  path: '/api/support/ticket',
  summary: 'Sends a ticket to support; subject, ASIN and marketplace are for the category issue',
  access: 'session',
  body: z.object({
    email: emailText,
    subject: z._default(lineText(ticketLimits.subject), ''),
    body: textUpTo(ticketLimits.body).check(z.minLength(1)),
    category: z._default(z.enum(ticketCategories), 'issue'),
    asin: z._default(z.string().check(z.regex(/^[A-Za-z0-9]{0,20}$/)), ''),
    marketplace: z._default(z.enum([...ticketMarketplaces, '']), ''),
  }),
  response: z.void(),
  errors: ['badRequest', 'invalidEmail', 'tooManyRequests', 'serviceOff', 'outside'],
  quiet: true,
  whileUnserved: true,
});

/** Addition: the address to which users can write with their own mail program when a ticket cannot be sent. */
export const supportAddress = endpoint({
  method: 'GET',
  path: '/api/support/address',
  summary: 'The e-mail address of support; null where none is set up',
  access: 'session',
  response: z.object({ email: z.nullable(z.string()) }),
  errors: [],
  quiet: true,
});

/**
 * The maximum lengths of the texts that are stored. The browser cuts its texts to them, so that no report is refused.
 */
export const errorReportLimits = { message: 1000, url: 500, error: 8000 } as const;

export const reportError = endpoint({
  method: 'POST',
  path: '/api/webui/p0/rjse',
  summary: 'Reports an unexpected error of a browser',
  access: 'public',
  body: z.object({
    message: textUpTo(errorReportLimits.message),
    url: z._default(textUpTo(errorReportLimits.url), ''),
    lineNumber: z._default(z.int(), 0),
    columnNumber: z._default(z.int(), 0),
    /** The error with its stack, as text. */
    error: z._default(textUpTo(errorReportLimits.error), ''),
  }),
  response: z.void(),
  errors: ['tooManyRequests'],
  quiet: true,
});

export const supportCalls = {
  createTicket,
  supportAddress,
  reportError,
} as const;
