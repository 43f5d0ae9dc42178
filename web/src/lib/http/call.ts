import { queryOptions } from '@tanstack/react-query';
import { extendSession, isAuthenticated, logIn } from '@app/shared/contract/auth.ts';
import type { CallInput, Endpoint, Reply } from '@app/shared/contract/endpoint.ts';
import { ApiError, apiErrorOf, meansOffline } from './api-error.ts';
import { noteAnswer, noteLoss, numberRequest } from './connection.ts';
import { csrfHeader, forgetCsrf } from './csrf.ts';
import { deadlineOf, endWith } from './deadline.ts';
import { takeFirstReply } from './first-replies.ts';
import { httpRequest, type HttpRequest } from './http-request.ts';
import { askForProof } from '../session/proof.ts';
import {
  awaitOwnLogin,
  countRepeatedLogIns,
  endSession,
  isOver,
  knownEmail,
  loggedInAgain,
  needsLogin,
  sessionOfCall,
} from '../session/session.ts';
import { shownError } from './shown-error.ts';

interface Options {
  readonly signal?: AbortSignal;
}

type Input<E extends Endpoint> =
  {} extends CallInput<E> ? [input?: CallInput<E>, options?: Options] : [CallInput<E>, Options?];

type RawReply<E extends Endpoint> =
  | { readonly status: 200; readonly body: Reply<E> }
  | { readonly status: 304; readonly body: null };

/** Makes a call of the contract. Throws `ApiError`; unless the endpoint is quiet, the error modal shows it too. */
export async function call<E extends Endpoint>(endpoint: E, ...[input, options]: Input<E>): Promise<Reply<E>> {
  const response = await send(endpoint, httpRequest(endpoint, inputOf(input)), options ?? {});
  return bodyOf(endpoint, response, options ?? {});
}

/** Makes a call of an endpoint that may answer "not modified". */
export async function callRaw<E extends Endpoint>(endpoint: E, ...[input, options]: Input<E>): Promise<RawReply<E>> {
  const response = await send(endpoint, httpRequest(endpoint, inputOf(input)), options ?? {});
  if (response.status === 304) return { status: 304, body: null };
  return { status: 200, body: await bodyOf(endpoint, response, options ?? {}) };
}

/** TanStack Query's options for a GET of the contract; the key is the path and the input. */
export const query = <E extends Endpoint & { readonly method: 'GET' }>(endpoint: E, ...[input]: Input<E>) =>
  queryOptions({
    queryKey: [endpoint.path, input ?? {}] as const,
    queryFn: async ({ signal }): Promise<Reply<E>> => {
      const response = await send(endpoint, httpRequest(endpoint, inputOf(input)), { signal });
      return bodyOf(endpoint, response, { signal });
    },
  });

/**
 * Whether a call belongs to the log-in, which alone may run while the re-login modal is open or another person is
 * logged in. Its 401 means a wrong password, not the end of the session.
 */
const isLogin = ({ path }: Endpoint): boolean => path.startsWith(logInPaths);
/** The paths of the log-in, which include those of its second step. */
const logInPaths = logIn.path.slice(0, logIn.path.lastIndexOf('/') + 1);

async function send(endpoint: Endpoint, request: HttpRequest, options: Options): Promise<Response> {
  const session = sessionOfCall();
  if (!isLogin(endpoint)) {
    await loggedInAgain();
    await awaitOwnLogin();
  }
  const number = numberRequest();
  const logIns = countRepeatedLogIns();
  try {
    const response = await sendWithCsrf(endpoint, request, options);
    noteAnswer(number);
    return response;
  } catch (error) {
    if (needsProof(error)) {
      if (!(await askForProof())) throw error;
    } else if (!(error instanceof ChallengeError) || isLogin(endpoint)) {
      throw showFailure(endpoint, { error, number });
    } else if (isOver(session)) {
      throw error.failure;
    } else if (countRepeatedLogIns() === logIns && !handleChallenge(endpoint, error)) {
      // A refusal that comes after a re-login is about the session before it.
      throw error.failure;
    }
    return await send(endpoint, request, options);
  }
}

const needsProof = (error: unknown): boolean => error instanceof ApiError && error.code === 'proofNeeded';

async function sendWithCsrf(endpoint: Endpoint, request: HttpRequest, options: Options): Promise<Response> {
  try {
    return await sendOnce(endpoint, request, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'csrf') throw error;
    forgetCsrf();
    return await sendOnce(endpoint, request, options);
  }
}

async function sendOnce(endpoint: Endpoint, request: HttpRequest, { signal }: Options): Promise<Response> {
  const { headerName, token } = await csrfHeader();
  // Somebody else may have logged in while the token was fetched.
  if (!isLogin(endpoint)) await awaitOwnLogin();
  const headers: Record<string, string> = { [headerName]: token };
  // For a form the browser sets the content type itself, with the boundary between the form's parts.
  if (typeof request.body === 'string') headers['content-type'] = 'application/json';
  const answer = answerOf(request, headers, deadlineOf(endpoint, signal));
  const response = (await answer.catch(nullUnlessAborted(signal))) ?? lost();
  if (response.ok || response.status === 304) return response;
  const failure = apiErrorOf(response.status, (await response.text().catch(nullUnlessAborted(signal))) ?? '');
  const challenge = response.headers.get('www-authenticate');
  throw response.status === 401 && challenge ? new ChallengeError(failure, challenge) : failure;
}

/** The reply to the same call that the page has made early, or that to a request. */
async function answerOf(
  { url, method, body }: HttpRequest,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  const first = method === 'GET' ? takeFirstReply(url) : undefined;
  const firstReply = first && (await endWith(signal, first));
  return firstReply ?? fetch(url, { method, headers, body: body ?? null, credentials: 'same-origin', signal });
}

function lost(): never {
  throw apiErrorOf(0, '');
}

/** The failure of a call by a 401 that asks to log in again. */
class ChallengeError extends Error {
  readonly failure: ApiError;
  readonly challenge: string;

  constructor(failure: ApiError, challenge: string) {
    super(failure.message);
    this.failure = failure;
    this.challenge = challenge;
  }
}

/** Opens the re-login modal and returns whether to repeat the call after the log-in, or leads the browser to /login. */
function handleChallenge(endpoint: Endpoint, { challenge }: ChallengeError): boolean {
  const redirects = challenge.toLowerCase().includes('redirect');
  if (endpoint.path === isAuthenticated.path) return false;
  if (redirects || !knownEmail.get()) {
    endSession();
    window.location.assign('/login');
    return false;
  }
  needsLogin.set(true);
  return true;
}

interface Failure {
  readonly error: unknown;
  /** The number that `numberRequest` gave to the request. */
  readonly number: number;
}

/** Updates the offline warning and the error modal; returns the error for the caller. */
function showFailure(endpoint: Endpoint, { error, number }: Failure): unknown {
  if (error instanceof ChallengeError) return error.failure;
  if (!(error instanceof ApiError)) return error;
  if (meansOffline(error)) {
    noteLoss(number);
    return error;
  }
  noteAnswer(number);
  if (error.code === 'twoFactorNeeded') {
    // The request of a program goes along, and is asked again after the set-up.
    const { pathname, search } = window.location;
    window.location.assign(`/twofactor${pathname === '/oauth/authorize' ? search : ''}`);
    return error;
  }
  const isSilent =
    endpoint.quiet === true || error.status === 429 || endpoint.path === extendSession.path || isQuestion(error);
  if (!isSilent) shownError.set(error);
  return error;
}

/**
 * Whether the issue was changed first, by another user or by the marketplace: the screen then says it where the person
 * is, and may ask whether to overwrite that change.
 */
const isQuestion = ({ code }: ApiError): boolean => code === 'issueStatusOvertaken' || code === 'issueChanged';

const inputOf = <E extends Endpoint>(input: CallInput<E> | undefined): CallInput<E> => input ?? noInput();

/** The type of the arguments allows a call without input only for an endpoint without required parts. */
const noInput = <E extends Endpoint>(): CallInput<E> => ({}) as CallInput<E>;

async function bodyOf<E extends Endpoint>(endpoint: E, response: Response, options: Options): Promise<Reply<E>> {
  const value = await valueOf(endpoint, await readText(endpoint, response, options));
  if (endpoint.raw || endpoint.validatedOnce) return asReply<E>(value);
  const result = await endpoint.response['~standard'].validate(value);
  if (!result.issues) return asReply<E>(result.value);
  throw new Error(`The answer of ${endpoint.path} is not what was agreed: ${result.issues[0]?.message ?? ''}`);
}

/** Reads the body of an answer. The connection may go down while it arrives. */
async function readText(endpoint: Endpoint, response: Response, { signal }: Options): Promise<string> {
  const text = await response.text().catch(nullUnlessAborted(signal));
  if (text === null) throw showFailure(endpoint, { error: apiErrorOf(0, ''), number: numberRequest() });
  return text;
}

/** Handles a missing answer. An abort by the caller is no failure of the connection; a deadline that has passed is. */
const nullUnlessAborted =
  (caller: AbortSignal | undefined) =>
  (cause: unknown): null => {
    if (caller?.aborted) throw cause;
    return null;
  };

/**
 * Reads the JSON of an answer. A text that is no JSON, or none where a body was agreed on, is an answer of a proxy with
 * status 200: our server has not answered.
 */
async function valueOf(endpoint: Endpoint, text: string): Promise<unknown> {
  const value = jsonOf(text);
  if (value !== undefined) return value;
  const { issues } = await endpoint.response['~standard'].validate(undefined);
  if (text === '' && !issues) return undefined;
  throw showFailure(endpoint, { error: apiErrorOf(502, ''), number: numberRequest() });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answer is not validated here: the server has validated it, or has written it itself. */
const asReply = <E extends Endpoint>(value: unknown): Reply<E> => value as Reply<E>;
