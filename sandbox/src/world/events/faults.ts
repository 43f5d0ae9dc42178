import * as z from 'zod/mini';

/** What spoils one request each. */
const requestFaults = ['slow', '429', '500', 'malformed', 'tokenRevoked', 'halfReport', 'reportFatal'] as const;
/** What spoils every notification while it is on. */
const notificationFaults = ['notificationsDuplicated', 'notificationsReordered', 'notificationsSilent'] as const;

export type NotificationFault = (typeof notificationFaults)[number];

export const faultSchema = z.strictObject({
  fault: z.enum([...requestFaults, ...notificationFaults]),
  /** For how many of the next matching requests, or notifications; those are spoilt until cleared without it. */
  count: z.optional(z.int().check(z.minimum(1))),
  operation: z.optional(z.string()),
  sellerId: z.optional(z.string()),
  delayMs: z.prefault(z.int().check(z.minimum(0)), 3000),
});

export type Fault = z.output<typeof faultSchema>;
type ReportFault = 'halfReport' | 'reportFatal';

interface FaultedRequest {
  readonly operation: string;
  readonly sellerId: string | undefined;
}

/** Faults that wait for the next matching requests, reports and notifications. */
export interface Faults {
  /** Throws a plain Error with a clear message when the fault makes no sense. */
  add(fault: unknown): Fault;
  /** The fault that this request suffers, if any; it is used up by asking. */
  take(request: FaultedRequest): Fault | undefined;
  /** Whether this report of a seller is spoilt so; used up by asking. `operation` of the fault is the report's type. */
  takeForReport(fault: ReportFault, report: FaultedRequest): boolean;
  /** Whether the next notification is spoilt so; each asking counts as one notification. */
  isOn(fault: NotificationFault): boolean;
  clear(): void;
}

interface Waiting {
  readonly fault: Fault;
  left: number;
}

/** `revoke` makes a seller's tokens worthless, at once and until it authorises anew. */
export function createFaults({ revoke }: { revoke: (sellingPartnerId: string) => void }): Faults {
  let waiting: Waiting[] = [];
  const use = (isMeant: (fault: Fault) => boolean): Fault | undefined => {
    const found = waiting.find(({ fault }) => isMeant(fault));
    if (!found) return undefined;
    found.left -= 1;
    waiting = waiting.filter(({ left }) => left > 0);
    return found.fault;
  };
  return {
    add: (input) => {
      const fault = parseFault(input);
      if (fault.fault === 'tokenRevoked') {
        if (fault.sellerId === undefined) throw new Error('The fault tokenRevoked needs a sellerId');
        revoke(fault.sellerId);
        return fault;
      }
      waiting.push({ fault, left: fault.count ?? (isOf(notificationFaults, fault) ? Infinity : 1) });
      return fault;
    },
    take: (request) => use((fault) => isForRequests(fault) && matches(fault, request)),
    takeForReport: (kind, report) => use((fault) => fault.fault === kind && matches(fault, report)) !== undefined,
    isOn: (kind) => use(({ fault }) => fault === kind) !== undefined,
    clear: () => {
      waiting = [];
    },
  };
}

const isOf = (names: readonly string[], { fault }: Fault): boolean => names.includes(fault);

const isForRequests = (fault: Fault): boolean =>
  isOf(requestFaults, fault) && !isOf(['halfReport', 'reportFatal'], fault);

function parseFault(input: unknown): Fault {
  const parsed = z.safeParse(faultSchema, input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`Invalid fault: ${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
}

const matches = (fault: Fault, request: FaultedRequest): boolean =>
  (fault.operation === undefined || fault.operation === request.operation) &&
  (fault.sellerId === undefined || fault.sellerId === request.sellerId);
