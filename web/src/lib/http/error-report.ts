import { cutAt } from '@app/shared/base/cut-text.ts';
import { errorReportLimits, reportError } from '@app/shared/contract/support.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';

interface ErrorPlace {
  readonly url?: string;
  readonly lineNumber?: number;
  readonly columnNumber?: number;
}

/** The limit of reports per page, against a page that fails again and again. */
const mostPerPage = 10;
const reported = new Set<string>();

/** Reports an unexpected error to the server, each one once. Failures of calls are handled where they happen. */
export function report(cause: unknown, where: ErrorPlace = {}): void {
  if (cause instanceof ApiError || isAbort(cause)) return;
  const body = reportOf(cause, where);
  const key = `${body.message} ${body.url} ${body.lineNumber} ${body.columnNumber}`;
  if (reported.has(key) || reported.size >= mostPerPage) return;
  reported.add(key);
  // A report fails when the connection is down, which the page shows by itself.
  call(reportError, { body }).catch(() => undefined);
}

/** Reports uncaught errors as long as the page lives. */
export function reportUncaught(): void {
  window.addEventListener('error', ({ error, message, filename, lineno, colno }) => {
    // An event without an error is about a picture that did not load, or a script of another site, whose errors are
    // hidden.
    if (error) report(error, { url: filename, lineNumber: lineno, columnNumber: colno });
    else if (filename) report(message, { url: filename, lineNumber: lineno, columnNumber: colno });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}

/** Cuts the report to the server's limits, and removes query and hash from the address. */
export function reportOf(error: unknown, { url = window.location.href, lineNumber = 0, columnNumber = 0 }: ErrorPlace) {
  const stack = error instanceof Error ? (error.stack ?? String(error)) : textOf(error);
  return {
    message:
      storable(error instanceof Error ? error.message : textOf(error), errorReportLimits.message) || 'no message',
    url: storable(url.split(/[?#]/, 1)[0] ?? '', errorReportLimits.url),
    lineNumber,
    columnNumber,
    error: storable(stack, errorReportLimits.error),
  };
}

/** Cuts a text to a limit, without what the server refuses: halves of surrogate pairs, and U+0000. */
const storable = (text: string, most: number): string => cutAt(text.toWellFormed().replaceAll('\0', ''), most);

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
