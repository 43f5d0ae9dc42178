import * as z from 'zod/mini';

/** Faults that affect a number of requests or reports. */
const requestFaults = [
  'slow',
  '403',
  '429',
  '500',
  'malformed',
  // An answer with status 200 and an empty body.
  'emptyBody',
  'emptyObject',
  'tokenRevoked',
  'halfReport',
  'reportFatal',
] as const;
/** Faults that make Login with Amazon refuse one refresh token, which is accepted again afterwards. */
const tokenFaults = ['invalidGrant', 'invalidClient'] as const;
/** Faults that affect notifications until they are cleared or their count is used up. */
const notificationFaults = ['notificationsDuplicated', 'notificationsReordered', 'notificationsSilent'] as const;

type NotificationFault = (typeof notificationFaults)[number];
type TokenFault = (typeof tokenFaults)[number];

const faultSchema = z.strictObject({
  fault: z.enum([...requestFaults, ...tokenFaults, ...notificationFaults]),
  /** Number of affected requests or notifications. Default: one request, or all notifications until cleared. */
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

/** Injected faults for the next matching requests, reports and notifications. */
export interface Faults {
  /** Adds a fault; throws a plain Error with a clear message if the fault is invalid. */
  add(fault: unknown): Fault;
  /** Returns the fault that affects a request, if any, and decrements its count. */
  take(request: FaultedRequest): Fault | undefined;
  /** Returns whether a fault affects a report and decrements its count. The fault's `operation` is the report type. */
  takeForReport(fault: ReportFault, report: FaultedRequest): boolean;
  /** Returns the fault that affects a seller's next access token, if any, and decrements its count. */
  takeForToken(sellerId: string): TokenFault | undefined;
  /** Returns whether a fault affects the next notification; each call counts as one notification. */
  isOn(fault: NotificationFault): boolean;
  clear(): void;
}

interface PendingFault {
  readonly fault: Fault;
  left: number;
}

/** `revoke` invalidates a seller's tokens until the seller authorises again. */
export function createFaults({ revoke }: { revoke: (sellingPartnerId: string) => void }): Faults {
  let pending: PendingFault[] = [];
  const use = (isMeant: (fault: Fault) => boolean): Fault | undefined => {
    const found = pending.find(({ fault }) => isMeant(fault));
    if (!found) return undefined;
    found.left -= 1;
    pending = pending.filter(({ left }) => left > 0);
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
      pending.push({ fault, left: fault.count ?? (isNamedIn(notificationFaults, fault) ? Infinity : 1) });
      return fault;
    },
    take: (request) => use((fault) => isForRequests(fault) && matches(fault, request)),
    takeForReport: (kind, report) => use((fault) => fault.fault === kind && matches(fault, report)) !== undefined,
    takeForToken: (sellerId) => {
      const taken = use((fault) => isNamedIn(tokenFaults, fault) && (fault.sellerId ?? sellerId) === sellerId)?.fault;
      return tokenFaults.find((name) => name === taken);
    },
    isOn: (kind) => use(({ fault }) => fault === kind) !== undefined,
    clear: () => {
      pending = [];
    },
  };
}

const isNamedIn = (names: readonly string[], { fault }: Fault): boolean => names.includes(fault);

const isForRequests = (fault: Fault): boolean =>
  isNamedIn(requestFaults, fault) && !isNamedIn(['halfReport', 'reportFatal'], fault);

function parseFault(input: unknown): Fault {
  const parsed = z.safeParse(faultSchema, input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`Invalid fault: ${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'could not be parsed'}`);
}

const matches = (fault: Fault, request: FaultedRequest): boolean =>
  (fault.operation === undefined || fault.operation === request.operation) &&
  (fault.sellerId === undefined || fault.sellerId === request.sellerId);
