import type * as z from 'zod/mini';
import type { ErrorCode } from '../base/errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/**
 * `token`: for programs, which send a bearer token and no cookie. `operator`: for operators of the product; everyone
 * else gets the answer 404.
 */
type Access = 'public' | 'session' | 'owner' | 'token' | 'operator';

/** The kinds of rights that a person can give to a program. A program never has more rights than the person. */
export const tokenScopes = ['catalogue:read', 'alerts:write', 'hooks:write', 'billing:read'] as const;
export type TokenScope = (typeof tokenScopes)[number];

type Schema = z.core.$ZodType;
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

export interface Endpoint {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** The scope that a token needs for the call; absent when any valid token suffices. */
  readonly scope?: TokenScope;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
  readonly errors: readonly ErrorCode[];
  /** The call makes something, and is answered with 201. */
  readonly creates?: true;
  /** The browser's error modal stays closed, because the screen shows the failure itself (specification, section 8). */
  readonly quiet?: true;
  /** Users who still have to set up the second factor that the account requires may make this call. */
  readonly withoutTwoFactor?: true;
  /**
   * Allows a change while the service of the account is off, when normally only reads are allowed. `partly`: the
   * handler decides which changes are allowed.
   */
  readonly whileUnserved?: true | 'partly';
  /**
   * The user must have given the password in this session within the last 15 minutes; `partly`: the handler decides.
   */
  readonly needsProof?: true | 'partly';
  /**
   * The call needs no CSRF header, because its caller has no CSRF token: a mail program or a service of others, for
   * example.
   */
  readonly withoutCsrf?: true;
  /**
   * `raw`: the handler writes the answer itself (redirects, event streams, cached bytes). The `response` schema then
   * only serves the documentation and the tests.
   */
  readonly raw?: true;
  /**
   * The browser does not validate the answer, because the server has validated it by the same schema. With 10,000
   * products, validating takes longer than parsing the JSON.
   */
  readonly validatedOnce?: true;
  /** The body may have 5 MB instead of 1 MB, so that one call can change many products. */
  readonly largeBody?: true;
  /** The body is one file as `multipart/form-data`, which the handler reads itself. */
  readonly upload?: true;
  /**
   * The browser waits three minutes for the answer instead of one: the body or the answer holds thousands of products,
   * or the handler makes several calls of a service of others, or a change for one tenant after another.
   */
  readonly slow?: true;
}

/** Declares an HTTP call once; a path with `:name` must declare `params` with that name. */
export const endpoint = <const E extends Endpoint>(
  declaration: E & ([ParamNames<E['path']>] extends [never] ? unknown : { params: Schema }),
): E => declaration;

/** True if the gate lets the call pass while the service of the account is off. */
export const worksUnserved = ({ method, access, whileUnserved }: Endpoint): boolean =>
  method === 'GET' || access === 'public' || whileUnserved !== undefined;

/**
 * Calls with an access token need no CSRF header: no browser adds such a token by itself, so no other site can forge
 * the call.
 */
export const needsCsrf = ({ method, access, withoutCsrf }: Endpoint): boolean =>
  method !== 'GET' && access !== 'token' && !withoutCsrf;

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : { readonly [N in Name]: Value };

/** The parsed request that a handler receives. */
export interface ParsedRequest<E extends Endpoint> {
  readonly params: Output<E['params']>;
  readonly query: Output<E['query']>;
  readonly body: Output<E['body']>;
}

/** The request as a caller gives it. */
export type CallInput<E extends Endpoint> = Part<'params', Input<E['params']>> &
  Part<'query', Input<E['query']>> &
  (E extends { readonly upload: true } ? { readonly body: Form } : Part<'body', Input<E['body']>>);

/** The part of the browsers' `FormData` that calls use; this package knows no DOM types. */
interface Form {
  append(name: string, value: string): void;
}

/** The value that a handler returns. It is parsed before it is sent, so that an undeclared field cannot leak. */
export type Answer<E extends Endpoint> = z.input<E['response']>;
/** The response as a caller receives it. */
export type Reply<E extends Endpoint> = z.output<E['response']>;
