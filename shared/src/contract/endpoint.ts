import type * as z from 'zod/mini';
import type { ErrorCode } from '../base/errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/**
 * `token`: for programs, which send a bearer token and no cookie. `operator`: for operators of the product; it does not
 * exist for everyone else.
 */
export type Access = 'public' | 'session' | 'owner' | 'token' | 'operator';

/** The kinds of rights that a person can give to a program. None is more than the rights of the person. */
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
  /** The browser's error modal stays closed, because the screen shows the failure itself (specification, section 8). */
  readonly quiet?: true;
  /** Allowed for a user who still has to set up the second factor that the account requires. */
  readonly withoutTwoFactor?: true;
  /**
   * Allowed while the service of the account is off, when reads are allowed and changes are not. `partly`: the handler
   * refuses what is not allowed then.
   */
  readonly whileUnserved?: true | 'partly';
  /** The password must have been given in this session a few minutes ago; `partly`: the handler decides. */
  readonly needsProof?: true | 'partly';
  /** Sent without the CSRF header, as by the call that hands the token out. */
  readonly withoutCsrf?: true;
  /**
   * `raw`: the handler writes the answer itself (redirects, event streams, cached bytes). Its `response` schema still
   * documents and tests it.
   */
  readonly raw?: true;
  /**
   * The browser does not validate the answer again, which the server has validated by the same schema: with 10,000
   * products that takes longer than to parse it.
   */
  readonly validatedOnce?: true;
  /** The body may have 5 MB, for changes of many products at once, instead of 1 MB. */
  readonly largeBody?: true;
  /** The body is one file as `multipart/form-data`, which the handler reads itself. */
  readonly upload?: true;
}

/** Declares an HTTP call once; a path with `:name` must declare `params` with that name. */
export const endpoint = <const E extends Endpoint>(
  declaration: E & ([ParamNames<E['path']>] extends [never] ? unknown : { params: Schema }),
): E => declaration;

/** True if the gate lets the call pass while the service of the account is off. */
export const worksUnserved = ({ method, access, whileUnserved }: Endpoint): boolean =>
  method === 'GET' || access === 'public' || whileUnserved !== undefined;

/** A program sends its token by itself, so that no other site can make it do so. */
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
export interface Form {
  append(name: string, value: string): void;
}

/** The value that a handler returns. It is parsed before it is sent, so that an undeclared field cannot leak. */
export type Answer<E extends Endpoint> = z.input<E['response']>;
/** The response as a caller receives it. */
export type Reply<E extends Endpoint> = z.output<E['response']>;
