import * as z from 'zod/mini';

/**
 * `error` fails before the call does its work, and `errorAfter` after it; `silent` never answers; `refused` answers
 * with 400 and the given code.
 */
export const apiFault = z.strictObject({
  fault: z.enum(['error', 'errorAfter', 'slow', 'silent', 'down', 'tooMany', 'refused']),
  count: z.prefault(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  /** The signature of the affected call, such as `POST /v1/invoices/{id}/pay`; all calls if missing. */
  call: z.optional(z.string()),
  /** The error code of the fault `refused`. */
  code: z.prefault(z.string(), 'parameter_unknown'),
  delayMs: z.prefault(z.int().check(z.minimum(0), z.maximum(120_000)), 1000),
});

export type ApiFault = z.infer<typeof apiFault>;

export interface ApiFaults {
  add(fault: ApiFault): void;
  /** Returns the fault that affects this request of the call, if any, and decrements its count. */
  take(signature: string): ApiFault | undefined;
  clear(): void;
}

export function createApiFaults(): ApiFaults {
  let faults: readonly ApiFault[] = [];
  return {
    add(fault) {
      faults = [...faults, fault];
    },
    take(signature) {
      const fault = faults.find(({ call }) => call === undefined || call === signature);
      if (!fault) return undefined;
      const left = fault.count === 1 ? [] : [{ ...fault, count: fault.count - 1 }];
      faults = faults.flatMap((known) => (known === fault ? left : [known]));
      return fault;
    },
    clear() {
      faults = [];
    },
  };
}
