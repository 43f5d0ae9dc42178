import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { emailTextOrNone, lineText, textUpTo } from './shapes.ts';

const instant = z.iso.datetime();
const count = z.number();
const tenantId = z.uuid();
/** The reason for the change, which the audit trail keeps. */
export const reason = lineText(300).check(z.minLength(3));
const params = z.object({ tenantId });

const answers = z.object({ ok: count, '403': count, '429': count, refused: count, failed: count });

const operatorState = endpoint({
  method: 'GET',
  path: '/api/operator/state',
  summary: 'The figures of the product, its processes, and what operators did last',
  access: 'operator',
  response: z.object({
    /** When the figures were read, at most fifteen seconds ago. */
    at: instant,
    figures: z.array(z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: count })),
    processes: z.array(
      z.object({
        role: z.string(),
        version: z.string(),
        startedAt: instant,
        seenAt: instant,
        waiters: count,
        waitSeconds: count,
        failingLoops: z.record(z.string(), count),
        /** The answers of the marketplace in the last fifteen minutes. */
        answers,
      }),
    ),
    acts: z.array(
      z.object({
        at: instant,
        operator: z.string(),
        action: z.string(),
        subject: z.string(),
        reason: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['operatorTwoFactor', 'notFound'],
  quiet: true,
});

const tenantRow = z.object({
  tenantId: z.string(),
  companyName: z.string(),
  ownerEmail: z.nullable(z.string()),
  createdAt: instant,
  /** The state of the tenant's subscription. */
  state: z.nullable(z.string()),
  isServed: z.boolean(),
  trialEndsAt: instant,
  packageId: z.nullable(z.string()),
  inviteCode: z.nullable(z.string()),
});

const operatorTenants = endpoint({
  method: 'GET',
  path: '/api/operator/tenants',
  summary: 'Tenants whose company name, owner or id contains the words, newest first, fifty at most',
  access: 'operator',
  query: z.object({ search: z._default(textUpTo(100), '') }),
  response: z.object({ tenants: z.array(tenantRow), hasMore: z.boolean() }),
  errors: ['operatorTwoFactor', 'notFound'],
  quiet: true,
});

const operatorTenant = endpoint({
  method: 'GET',
  path: '/api/operator/tenants/:tenantId',
  summary: 'One tenant without its secrets; the look is written to its audit trail',
  access: 'operator',
  params,
  response: z.object({
    tenant: tenantRow,
    announcement: z.nullable(z.string()),
    suppressedTypes: z.array(z.string()),
    /** The statuses of kinds: 20 for preview, 21 for hidden. */
    groupStatuses: z.record(z.string(), count),
    counts: z.object({
      products: count,
      tracked: count,
      alerts: count,
      warnings: count,
      users: count,
      channels: count,
    }),
    sellers: z.array(
      z.object({
        name: z.string(),
        region: z.string(),
        state: z.enum(['connected', 'authorization lost', 'being deleted']),
        connectedAt: instant,
        /** Operations that the marketplace refuses for this account at present. */
        refusals: count,
      }),
    ),
    /** The latest checks by source, summed over all seller accounts. */
    checks: z.array(
      z.object({
        source: z.string(),
        sweeps: count,
        lastFinishedAt: z.nullable(instant),
        nextDueAt: z.nullable(instant),
        failing: count,
        lastError: z.nullable(z.string()),
      }),
    ),
    messages: z.array(
      z.object({
        createdAt: instant,
        transport: z.string(),
        purpose: z.string(),
        recipient: z.string(),
        state: z.string(),
        attempts: count,
        error: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['operatorTwoFactor', 'notFound'],
  quiet: true,
});

const setAsideWork = endpoint({
  method: 'GET',
  path: '/api/operator/set-aside',
  summary: 'Work that was set aside after repeated failures, newest first, a hundred of each kind',
  access: 'operator',
  response: z.object({
    messages: z.array(
      z.object({
        tenantId: z.string(),
        messageId: z.string(),
        companyName: z.string(),
        transport: z.string(),
        purpose: z.string(),
        setAsideAt: instant,
        attempts: count,
        error: z.nullable(z.string()),
      }),
    ),
    turns: z.array(
      z.object({
        tenantId: z.string(),
        companyName: z.string(),
        chore: z.string(),
        since: instant,
        retryAt: instant,
        failures: count,
        error: z.string(),
        isRetryAsked: z.boolean(),
      }),
    ),
    notifications: z.array(
      z.object({
        notificationNo: z.string(),
        setAsideAt: instant,
        deliveries: count,
        reason: z.string(),
        /** The type that the notification names; null if it names none. */
        type: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['operatorTwoFactor', 'notFound'],
  quiet: true,
});

const settleSetAside = endpoint({
  method: 'POST',
  path: '/api/operator/set-aside',
  summary: 'Tries work again that was set aside, or drops it; a tenant’s turn in a chore can only be tried again',
  access: 'operator',
  body: z.object({
    verb: z.enum(['retry', 'drop']),
    work: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('message'), tenantId, messageId: textUpTo(200) }),
      z.object({ kind: z.literal('turn'), tenantId, chore: textUpTo(100) }),
      z.object({ kind: z.literal('notification'), notificationNo: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)) }),
    ]),
    reason,
  }),
  response: z.void(),
  errors: ['badRequest', 'operatorTwoFactor', 'notFound'],
  quiet: true,
  whileUnserved: true,
});

const deadLetters = endpoint({
  method: 'GET',
  path: '/api/operator/dead-letters',
  summary: 'The number of messages in the dead-letter queue of notifications; null without such a queue',
  access: 'operator',
  response: z.object({ messages: z.nullable(count) }),
  errors: ['operatorTwoFactor', 'notFound', 'outside'],
  quiet: true,
});

const redriveDeadLetters = endpoint({
  method: 'POST',
  path: '/api/operator/dead-letters/redrive',
  summary: 'Delivers the dead letters of the notification queue again',
  access: 'operator',
  body: z.object({ reason }),
  response: z.object({ messages: count }),
  errors: ['badRequest', 'operatorTwoFactor', 'notFound', 'outside'],
  quiet: true,
  whileUnserved: true,
});

const forWhom = z.nullable(tenantId);

/** The number of tenants that a change has reached, and those for which it failed. A failure does not stop the others. */
const reach = z.object({ tenants: count, failed: z.array(z.object({ tenantId, error: z.string() })) });
export type Reach = z.output<typeof reach>;

const announceByOperator = endpoint({
  method: 'POST',
  path: '/api/operator/announcement',
  summary: 'Shows an announcement to one tenant, or to all with null; a text of null takes it away',
  access: 'operator',
  body: z.object({ tenantId: forWhom, text: z.nullable(z.string().check(z.trim(), z.maxLength(500))) }),
  response: reach,
  errors: ['badRequest', 'operatorTwoFactor', 'notFound'],
  quiet: true,
  whileUnserved: true,
  slow: true,
});

const setKindsByOperator = endpoint({
  method: 'POST',
  path: '/api/operator/watchdogs',
  summary: 'Locks watchdogs that a plan has not, tries them out or hides them, for one tenant or for all with null',
  access: 'operator',
  body: z.object({
    tenantId: forWhom,
    types: z.array(textUpTo(60)).check(z.minLength(1), z.maxLength(100)),
    change: z.enum(['lock', 'unlock', 'on', 'preview', 'hidden']),
  }),
  response: reach,
  errors: ['badRequest', 'operatorTwoFactor', 'notFound'],
  quiet: true,
  whileUnserved: true,
  slow: true,
});

const cents = z.int().check(z.gte(0), z.lte(9_999_999));
const upTo = (most: number) => z.int().check(z.gte(0), z.lte(most));

const operatorPackages = endpoint({
  method: 'GET',
  path: '/api/operator/packages',
  summary: 'The packages, and the codes that lead to them',
  access: 'operator',
  response: z.object({
    packages: z.array(
      z.object({
        packageId: z.string(),
        description: z.string(),
        plan: z.string(),
        baseSubscriptionFeeCents: count,
        discount: count,
        discountDurationInMonths: count,
        trialMinutes: count,
        rateCardId: z.string(),
      }),
    ),
    codes: z.array(
      z.object({ code: z.string(), packageId: z.string(), personalAffiliateEmail: z.nullable(z.string()) }),
    ),
  }),
  errors: ['operatorTwoFactor', 'notFound'],
  quiet: true,
});

const keepPackageByOperator = endpoint({
  method: 'PUT',
  path: '/api/operator/packages/:packageId',
  summary: 'Makes a package, or changes the given fields of one',
  access: 'operator',
  params: z.object({ packageId: textUpTo(40) }),
  body: z.object({
    description: z.optional(textUpTo(200)),
    baseSubscriptionFeeCents: z.optional(cents),
    discount: z.optional(upTo(100)),
    discountDurationInMonths: z.optional(upTo(120)),
    trialMinutes: z.optional(upTo(5_256_000)),
  }),
  response: z.void(),
  errors: ['badRequest', 'operatorTwoFactor', 'notFound'],
  quiet: true,
  whileUnserved: true,
});

const keepCodeByOperator = endpoint({
  method: 'POST',
  path: '/api/operator/codes',
  summary: 'Lets a code lead to a package',
  access: 'operator',
  body: z.object({ code: textUpTo(40), packageId: textUpTo(40), affiliateEmail: z._default(emailTextOrNone, '') }),
  response: z.void(),
  errors: ['badRequest', 'operatorTwoFactor', 'notFound'],
  quiet: true,
  whileUnserved: true,
});

const removeCodeByOperator = endpoint({
  method: 'DELETE',
  path: '/api/operator/codes/:code',
  summary: 'Lets a code lead nowhere any more',
  access: 'operator',
  params: z.object({ code: textUpTo(40) }),
  response: z.void(),
  errors: ['badRequest', 'operatorTwoFactor', 'notFound'],
  quiet: true,
  whileUnserved: true,
});

/** Calls for operators of the whole product. Everyone else gets the answer 404, as for an unknown path. */
export const operatorCalls = {
  operatorState,
  operatorTenants,
  operatorTenant,
  setAsideWork,
  settleSetAside,
  deadLetters,
  redriveDeadLetters,
  announceByOperator,
  setKindsByOperator,
  operatorPackages,
  keepPackageByOperator,
  keepCodeByOperator,
  removeCodeByOperator,
} as const;
