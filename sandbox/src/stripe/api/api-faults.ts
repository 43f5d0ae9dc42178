import * as z from 'zod/mini';

/**
 * `error` fails before anything is done, `errorAfter` when everything is done; `silent` never answers; `refused` answers
 * as to a request that is wrong.
 */
export const apiFault = z.strictObject({
  fault: z.enum(['error', 'errorAfter', 'slow', 'silent', 'down', 'tooMany', 'refused']),
  count: z.prefault(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  /** The signature of the affected call, such as `POST /v1/invoices/{id}/pay`; all calls if missing. */
  call: z.optional(z.string()),
  /** The code of a refusal. */
  code: z.prefault(z.string(), 'parameter_unknown'),
  delayMs: z.prefault(z.int().check(z.minimum(0), z.maximum(120_000)), 1000),
});

export type ApiFault = z.infer<typeof apiFault>;

export interface ApiFaults {
  add(fault: ApiFault): void;
  /** Takes the fault of the next request of this call. */
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
