import * as z from 'zod/mini';

export const faultSchema = z.strictObject({
  fault: z.enum(['slow', '429', '500', 'malformed', 'tokenRevoked']),
  /** For how many of the next matching requests. */
  count: z.prefault(z.int().check(z.minimum(1)), 1),
  operation: z.optional(z.string()),
  sellerId: z.optional(z.string()),
  delayMs: z.prefault(z.int().check(z.minimum(0)), 3000),
});

export type Fault = z.output<typeof faultSchema>;

interface FaultedRequest {
  readonly operation: string;
  readonly sellerId: string | undefined;
}

/** Faults that wait for the next matching requests to the SP-API. */
export interface Faults {
  /** Throws a plain Error with a clear message when the fault makes no sense. */
  add(fault: unknown): Fault;
  /** The fault that this request suffers, if any; it is used up by asking. */
  take(request: FaultedRequest): Fault | undefined;
  clear(): void;
}

/** `revoke` makes a seller's tokens worthless, at once and until it authorises anew. */
export function createFaults({ revoke }: { revoke: (sellingPartnerId: string) => void }): Faults {
  let waiting: { fault: Fault; left: number }[] = [];
  return {
    add: (input) => {
      const fault = parseFault(input);
      if (fault.fault === 'tokenRevoked') {
        if (fault.sellerId === undefined) throw new Error('The fault tokenRevoked needs a sellerId');
        revoke(fault.sellerId);
        return fault;
      }
      waiting.push({ fault, left: fault.count });
      return fault;
    },
    take: (request) => {
      const found = waiting.find(({ fault }) => matches(fault, request));
      if (!found) return undefined;
      found.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return found.fault;
    },
    clear: () => {
      waiting = [];
    },
  };
}

function parseFault(input: unknown): Fault {
  const parsed = z.safeParse(faultSchema, input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`Invalid fault: ${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
}

const matches = (fault: Fault, request: FaultedRequest): boolean =>
  (fault.operation === undefined || fault.operation === request.operation) &&
  (fault.sellerId === undefined || fault.sellerId === request.sellerId);
