import * as z from 'zod/mini';
import type { Seller } from '../world/model/seller.ts';
import type { EndpointContext } from './endpoint-context.ts';
import { parseInput } from './request/parameters.ts';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** The refusal reasons of batch members that were refused although the answer as a whole succeeded. */
  readonly refusals?: readonly string[];
}

interface RawCall {
  readonly context: EndpointContext;
  readonly seller: Seller | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** One operation of the SP-API with its usage plan. */
export interface Operation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path in Amazon's notation: `/items/{sellerId}`. */
  readonly path: string;
  readonly rate: number;
  readonly burst: number;
  /** The required kind of access token: a seller's, or the application's own. */
  readonly token: 'seller' | 'grantless';
  handle(call: RawCall): Answer;
}

type Plan = Omit<Operation, 'token' | 'handle'>;
type Fields = Record<string, z.ZodMiniType>;
type Values<F extends Fields> = z.output<z.ZodMiniObject<F>>;

interface Inputs<P extends Fields, Q extends Fields, B extends z.ZodMiniType> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

interface Call<P extends Fields, Q extends Fields, B extends z.ZodMiniType> {
  readonly context: EndpointContext;
  readonly params: Values<P>;
  readonly query: Values<Q>;
  readonly body: z.output<B>;
}

type SellerCall<P extends Fields, Q extends Fields, B extends z.ZodMiniType> = Call<P, Q, B> & {
  readonly seller: Seller;
};
type NoParameters = Record<string, never>;

export function sellerOperation<
  P extends Fields = NoParameters,
  Q extends Fields = NoParameters,
  B extends z.ZodMiniType = z.ZodMiniUnknown,
>(declared: Plan & Inputs<P, Q, B> & { answer(call: SellerCall<P, Q, B>): Answer }): Operation {
  return {
    ...planOf(declared),
    token: 'seller',
    handle: (call) => {
      if (!call.seller) throw new Error(`${declared.operationId} was called without a seller`);
      return declared.answer({ ...parseCall(declared, call), seller: call.seller });
    },
  };
}

export function grantlessOperation<
  P extends Fields = NoParameters,
  Q extends Fields = NoParameters,
  B extends z.ZodMiniType = z.ZodMiniUnknown,
>(declared: Plan & Inputs<P, Q, B> & { answer(call: Call<P, Q, B>): Answer }): Operation {
  return {
    ...planOf(declared),
    token: 'grantless',
    handle: (call) => declared.answer(parseCall(declared, call)),
  };
}

const planOf = ({ operationId, method, path, rate, burst }: Plan): Plan => ({ operationId, method, path, rate, burst });

/** Parses strictly: undeclared parameters are refused. */
function parseCall<P extends Fields, Q extends Fields, B extends z.ZodMiniType>(
  { params, query, body }: Inputs<P, Q, B>,
  call: RawCall,
): Call<P, Q, B> {
  return {
    context: call.context,
    params: parseFields(params, call.params),
    query: parseFields(query, call.query),
    body: parseBody(body, call.body),
  };
}

const parseFields = <F extends Fields>(fields: F | undefined, input: unknown): Values<F> =>
  parseInput(z.strictObject(fields ?? {}), input) as Values<F>;

const parseBody = <B extends z.ZodMiniType>(schema: B | undefined, input: unknown): z.output<B> =>
  parseInput(schema ?? z.unknown(), input) as z.output<B>;
