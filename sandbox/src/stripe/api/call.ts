import type * as z from 'zod/mini';
import type { Account } from '../account.ts';

export interface CallContext {
  readonly account: Account;
  /** The ids in the path of the request, from left to right. */
  readonly ids: readonly string[];
  readonly id: string;
  readonly isPublishable: boolean;
}

/** One endpoint. Its signature is written as in Stripe's reference: `POST /v1/invoices/{id}/pay`. */
export interface Call {
  readonly signature: string;
  readonly parameters: z.ZodMiniType;
  readonly mayBePublishable: boolean;
  run(context: CallContext, parameters: unknown): unknown;
}

export function call<T extends z.ZodMiniType>(
  signature: string,
  parameters: T,
  run: (context: CallContext, parameters: z.infer<T>) => unknown,
): Call {
  return {
    signature,
    parameters,
    mayBePublishable: false,
    run: (context, parsed) => run(context, parsed as z.infer<T>),
  };
}

/** A call that a browser may make with the publishable key, for objects whose client secret it knows. */
export const publishable = (declared: Call): Call => ({ ...declared, mayBePublishable: true });

/** Copies the fields that the caller has sent; a field that was not sent stays as it is. */
export function assignGiven<T extends object>(target: T, given: { readonly [K in keyof T]?: T[K] | undefined }): void {
  Object.assign(target, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
}
