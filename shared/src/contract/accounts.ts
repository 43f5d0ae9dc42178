import * as z from 'zod/mini';
import { splitColours } from '../watchdogs/model/colour-strings.ts';
import { changedSettingShapes, inheritedShapes, settingShapes } from './address-settings.ts';
import { emailText, lineText, nothing, rowId } from './shapes.ts';
import { endpoint } from './endpoint.ts';
import { sellerAccountShape } from './sellers.ts';

/** The id of an address that is not saved yet, from `GET /api/id/generate`. */
const newId = z.uuid();
const personName = lineText(200);

export const emailAddressShape = z.object({
  emailAddressId: rowId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isPrimary: z.boolean(),
  isUser: z.boolean(),
  isVerified: z.boolean(),
  /** Whether a confirmation link was sent less than 30 seconds ago, so that no further link can be sent yet. */
  verificationEmailSent: z.boolean(),
  ...settingShapes,
  /** Alert type → the colours that are mailed to this address. Lists every alert type that can be mailed. */
  alertsSettings: z.record(z.string(), z.object({ RED: z.boolean(), AMBER: z.boolean(), GREEN: z.boolean() })),
  /** Seller accounts that the address may see, but gets no alerts about. */
  unsubscribedSellerAccounts: z.array(rowId),
  /** Section 3: the ids of seller accounts that the address may NOT access. */
  allowedSellerAccounts: z.array(rowId),
  /**
   * Additions: the reason why sending to the address was stopped, the local day of the latest daily digest, and whether
   * the address belongs to an invited user without a password.
   */
  stoppedReason: z.nullable(z.string()),
  /** The local day of the latest daily digest; null before the first one. */
  lastDigestDay: z.nullable(z.string()),
  isInvited: z.boolean(),
});
export type EmailAddress = z.output<typeof emailAddressShape>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/identity/settings',
  summary: 'The account, its addresses and seller accounts, as far as the viewer may see them',
  access: 'session',
  /**
   * A user who is not the owner gets two addresses: the primary one, with only its `email`, and the user's own. The
   * user may change the alerts and times of the own address and the seller accounts to be alerted about, but not its
   * access, its names or the address itself.
   */
  response: z.object({
    email: z.string(),
    isOwner: z.boolean(),
    firstName: z.string(),
    lastName: z.string(),
    companyName: z.string(),
    dailyPricing: z.boolean(),
    /** Epoch seconds. */
    periodStart: z.int(),
    periodEnd: z.int(),
    accountCreatedAt: z.int(),
    emailAddresses: z.array(emailAddressShape),
    sellerAccounts: z.array(sellerAccountShape),
    instantAlert: z.boolean(),
    alertSubject: z.enum(['SIMPLE', 'DETAILED']),
    batchingIntervalMinutes: z.int(),
    /** The settings of the viewer's own address that new addresses inherit. */
    ...inheritedShapes,
    /** Alert type (`PRICE`) → name, in the order of the menu. */
    watchDogTypesToDisplayName: z.record(z.string(), z.string()),
    showAdvertisementApiSettings: z.boolean(),
    /** Addition: alert types that the tenant's plan does not include. */
    suppressedAlertTypes: z.array(z.string()),
  }),
  errors: [],
});
export type IdentitySettings = z.output<typeof getSettings.response>;

const colourString = z.string().check(
  z.maxLength(4000),
  z.refine((text) => splitColours(text) !== null, 'Expecting TYPE:COLOUR,COLOUR;TYPE:COLOUR'),
);
const idString = z.string().check(z.maxLength(20_000), z.regex(/^(?:[1-9][0-9]{0,17}(?:;[1-9][0-9]{0,17})*;?)?$/));

/**
 * A field that is absent stays as it is. A new address starts with the defaults of section 5 and the owner's time zone;
 * the given fields replace them. A time zone takes precedence over an offset, so an offset that is sent without a zone
 * removes the stored zone.
 */
const changedEmailAddress = z.object({
  emailAddressId: z.union([rowId, newId]),
  email: z.optional(emailText),
  isNew: z._default(z.boolean(), false),
  ...changedSettingShapes,
  alertTurnedOn: z.optional(colourString),
  alertTurnedOff: z.optional(colourString),
  sellersTurnedOn: z.optional(idString),
  sellersTurnedOff: z.optional(idString),
  sellersAccountAccessOn: z.optional(idString),
  sellersAccountAccessOff: z.optional(idString),
});
export type ChangedEmailAddress = z.input<typeof changedEmailAddress>;

export const putSettings = endpoint({
  method: 'PUT',
  path: '/api/identity/settings',
  summary:
    'Saves changed settings, all of them or none; users change their own address, the owner everything; without service only deletes addresses',
  access: 'session',
  body: z.object({
    changedEmailAddresses: z._default(z.array(changedEmailAddress).check(z.maxLength(500)), []),
    deletedEmailAddresses: z._default(z.array(rowId).check(z.maxLength(500)), []),
    /** Seller account → its new nickname; an empty text removes the nickname. */
    sellerAccountNewNames: z._default(z.record(rowId, lineText(70)), {}),
    instantAlert: z.optional(z.boolean()),
    alertSubject: z.optional(z.enum(['SIMPLE', 'DETAILED'])),
    batchingIntervalMinutes: z.optional(z.int().check(z.gte(60), z.lte(1440), z.multipleOf(60))),
    firstName: z.optional(personName.check(z.minLength(1))),
    lastName: z.optional(personName.check(z.minLength(1))),
  }),
  response: nothing,
  errors: ['badRequest', 'forbidden', 'notFound', 'invalidEmail', 'emailListed', 'loginTaken', 'subscriptionOff'],
  quiet: true,
  needsProof: 'partly',
  whileUnserved: 'partly',
});
export type SettingsChange = z.input<typeof putSettings.body>;

export const emailAddresses = endpoint({
  method: 'GET',
  path: '/api/identity/email-addresses',
  summary: 'The addresses that the viewer may see, the primary one first',
  access: 'session',
  response: z.object({
    emailAddresses: z.array(
      z.pick(emailAddressShape, {
        emailAddressId: true,
        email: true,
        isPrimary: true,
        isUser: true,
        isVerified: true,
        stoppedReason: true,
      }),
    ),
  }),
  errors: [],
});

export const generateId = endpoint({
  method: 'GET',
  path: '/api/id/generate',
  summary: 'An id for an address that the browser adds before it is saved',
  access: 'session',
  response: z.object({ id: z.uuid() }),
  errors: [],
});

export const sendVerification = endpoint({
  method: 'POST',
  path: '/api/identity/emailverification/:emailAddressId',
  summary: 'Sends the link that verifies an e-mail address; at most every 30 seconds',
  access: 'session',
  params: z.object({ emailAddressId: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)) }),
  response: nothing,
  errors: ['badRequest', 'notFound', 'tooManyRequests', 'serviceOff', 'ownerUnverified', 'outside'],
  quiet: true,
  whileUnserved: true,
});

/**
 * Addition: called by the page behind the link in the mail. Mail scanners open links with GET, so only a POST confirms
 * the address.
 */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/identity/emailverification/confirm',
  summary: 'Verifies the e-mail address that a link was sent to',
  access: 'public',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: nothing,
  errors: ['badRequest', 'verificationExpired'],
  quiet: true,
});

/** Turns an address that so far only receives mail into a user. Users are removed by `PUT /api/identity/settings`. */
export const addUser = endpoint({
  method: 'POST',
  path: '/api/auth/addUser',
  summary: 'Adds a user, and mails the link by which they choose a password',
  access: 'owner',
  body: z.object({
    email: emailText,
    firstName: personName.check(z.minLength(1)),
    lastName: personName.check(z.minLength(1)),
    /** Minutes ahead of UTC, for the time of the daily digest. */
    timezoneOffsetMins: z._default(z.int().check(z.gte(-840), z.lte(840)), 0),
  }),
  response: z.object({ emailAddressId: rowId }),
  errors: [
    'badRequest',
    'invalidEmail',
    'userListed',
    'loginTaken',
    'tooManyRequests',
    'serviceOff',
    'ownerUnverified',
    'outside',
  ],
  quiet: true,
  needsProof: true,
});

/** Addition: the audit trail of the account. */
export const auditTrail = endpoint({
  method: 'GET',
  path: '/api/identity/audit-trail',
  summary:
    'Who changed access, addresses, tokens or settings, logged in or was refused, or asked by an assistant; newest first, fifty at a time',
  access: 'owner',
  query: z.object({
    before: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,17}$/))),
    /** Log-ins and questions of assistants are listed apart, because they would outnumber the changes. */
    of: z._default(z.enum(['changes', 'log-ins', 'questions']), 'changes'),
  }),
  response: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        actor: z.string(),
        action: z.string(),
        subject: z.string(),
        /** Changed field → `{ from, to }`; only `to` when something was added, only `from` when it was removed. */
        details: z.record(z.string(), z.unknown()),
      }),
    ),
    /** Whether older events exist; they are fetched with the last id as `before`. */
    hasMore: z.boolean(),
  }),
  errors: ['badRequest'],
  quiet: true,
});

export const accountsCalls = {
  sendVerification,
  confirmEmail,
  getSettings,
  putSettings,
  emailAddresses,
  generateId,
  addUser,
  auditTrail,
} as const;
