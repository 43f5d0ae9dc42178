import { csrf } from '@app/shared/contract/auth.ts';
import { ApiError, apiErrorOf, meansOffline, noConnectionText } from './api-error.ts';
import { endWith, tokenMs } from './deadline.ts';
import { takeFirstReply } from './first-replies.ts';

interface CsrfHeader {
  readonly headerName: string;
  readonly token: string;
}

let header: Promise<CsrfHeader> | null = null;

/** The header that every call but the one for the token carries; fetched once, and again after `forgetCsrf`. */
export function csrfHeader(): Promise<CsrfHeader> {
  header ??= fetchCsrf().catch((error: unknown) => {
    header = null;
    throw error;
  });
  return header;
}

export function forgetCsrf(): void {
  header = null;
}

const send = (signal: AbortSignal): Promise<Response> =>
  fetch(csrf.path, { credentials: 'same-origin', cache: 'no-store', signal });

async function fetchCsrf(): Promise<CsrfHeader> {
  const signal = AbortSignal.timeout(tokenMs);
  const first = takeFirstReply(csrf.path);
  const firstReply = first && (await endWith(signal, first).catch(() => null));
  const response = firstReply ?? (await send(signal).catch(() => null));
  // A text of which a part was lost is no JSON.
  const text = (await response?.text().catch(() => '')) ?? '';
  if (!response?.ok) throw explainFailure(apiErrorOf(response?.status ?? 0, text));
  const token = csrf.response.safeParse(parseJson(text));
  // A proxy has answered with a page of status 200, so our server has not answered.
  if (!token.success) throw explainFailure(apiErrorOf(502, ''));
  return token.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Section 8: a failure to fetch the token has its own text while the page is offline. */
function explainFailure(failure: ApiError): ApiError {
  if (!meansOffline(failure)) return failure;
  return new ApiError({
    status: failure.status,
    code: 'offline',
    message: noConnectionText,
    requestId: failure.requestId,
  });
}
