import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import * as z from 'zod/mini';
import type { CallInput, Endpoint, Reply } from '@app/shared/contract/endpoint.ts';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { csrf } from '@app/shared/contract/auth.ts';
import { tokenScopes } from '@app/shared/contract/endpoint.ts';
import { apiMe } from '@app/shared/contract/public-api/account.ts';

type Input<E extends Endpoint> = Partial<CallInput<E>>;

/** A call whose answer was not 2xx. */
class CallError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(endpoint: Endpoint, { statusCode, body }: LightMyRequestResponse) {
    super(`${endpoint.method} ${endpoint.path} answered ${statusCode}: ${body.slice(0, 300)}`);
    this.status = statusCode;
    this.code = errorBody.safeParse(parseJson(body)).data?.code ?? '';
  }
}

const errorBody = z.object({ code: z.string() });

/** A browser that keeps cookies and sends the CSRF header, connected to the API without a network. */
export interface Browser {
  /** Makes a typed call. Throws CallError unless the answer is 2xx. */
  call<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Reply<E>>;
  /** Makes the same call and returns the raw response. */
  send<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<LightMyRequestResponse>;
  /** Sends any request with the browser's cookies and CSRF header. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  cookies: Map<string, string>;
  /** The token that calls for programs send instead of cookies; created before the first of them. */
  token: string | null;
  /** Creates a token with all scopes and uses it once, so that no later call of this minute writes its last use. */
  createToken(): Promise<string>;
  /** When set, calls are sent without the CSRF header. */
  withoutCsrf: boolean;
}

interface BrowserOptions {
  readonly remoteAddress?: string | undefined;
  readonly cookies?: ReadonlyMap<string, string>;
  readonly token?: string | null;
  /** Runs after each call that may have changed something, in place of the worker. */
  readonly afterAnswer?: () => Promise<void>;
}

export function openBrowser(
  app: FastifyInstance,
  { remoteAddress = '203.0.113.7', cookies: given, token: givenToken = null, afterAnswer }: BrowserOptions = {},
): Browser {
  const cookies = new Map(given);
  let csrfHeaders: Record<string, string> | null = null;

  const browser: Browser = {
    cookies,
    token: givenToken,
    withoutCsrf: false,
    async createToken() {
      const body = { name: 'Test', scopes: [...tokenScopes] };
      browser.token = (await browser.call(createAccessToken, { body })).token;
      await browser.call(apiMe);
      return browser.token;
    },
    async call(endpoint, input) {
      const response = await browser.send(endpoint, input);
      if (response.statusCode >= 300) throw new CallError(endpoint, response);
      return replyOf(endpoint, response);
    },
    send: (endpoint, input) => browser.request(injectionOf(endpoint, input ?? {})),
    async request(options) {
      if (isProgramCall(options)) {
        const hasSession = [...cookies.keys()].some((name) => name.endsWith('watchpost_session'));
        const bearer = browser.token ?? (hasSession ? await browser.createToken() : null);
        const headers = { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...options.headers };
        return app.inject({ remoteAddress, ...options, headers });
      }
      if (!csrfHeaders && !browser.withoutCsrf) {
        const { headerName, token } = csrf.response.parse((await raw({ method: 'GET', url: csrf.path })).json());
        csrfHeaders = { [headerName]: token };
      }
      const headers = { ...(browser.withoutCsrf ? {} : csrfHeaders), ...options.headers };
      return raw({ ...options, headers });
    },
  };

  async function raw(options: InjectOptions): Promise<LightMyRequestResponse> {
    const response = await app.inject({ remoteAddress, ...options, cookies: Object.fromEntries(cookies) });
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const hasChanged = options.method !== 'GET' && response.statusCode < 400;
    if (hasChanged) await afterAnswer?.();
    return response;
  }

  return browser;
}

const isProgramCall = ({ url }: InjectOptions): boolean => typeof url === 'string' && url.startsWith('/api/v1/');

/** Converts a call to a request. */
export function injectionOf(endpoint: Endpoint, { params, query, body }: Input<Endpoint>): InjectOptions {
  const values = recordOf(params);
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(recordOf(query))) {
    if (value !== undefined) search.set(name, textOf(value));
  }
  const url = search.size > 0 ? `${path}?${search.toString()}` : path;
  const payload = body instanceof FormData ? body : recordOf(body);
  return { method: endpoint.method, url, ...(body === undefined ? {} : { payload }) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const recordOf = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>;

function replyOf<E extends Endpoint>(endpoint: E, response: LightMyRequestResponse): Reply<E> {
  const json = response.body === '' ? undefined : parseJson(response.body);
  return z.parse(endpoint.response, json) as Reply<E>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
