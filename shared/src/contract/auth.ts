import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { emailText, lineText, nothing } from './shapes.ts';

const passwordRules = [
  'passwordTooShort',
  'passwordWithoutLetter',
  'passwordWithoutDigit',
  'passwordTooCommon',
] as const;

export const csrf = endpoint({
  method: 'GET',
  path: '/api/auth/csrf',
  summary: 'The header and token that every other call carries',
  access: 'public',
  response: z.object({ headerName: z.string(), token: z.string() }),
  errors: [],
  withoutCsrf: true,
});

export const isAuthenticated = endpoint({
  method: 'GET',
  path: '/api/auth/isauthenticated',
  summary: 'The logged-in user and the state of the account’s set-up',
  access: 'session',
  response: z.object({
    email: z.string(),
    /** Additions: the address that alerts go to, and whether it was confirmed. */
    emailAddressId: z.string(),
    emailVerified: z.boolean(),
    /** Whether a confirmation link was sent less than 30 seconds ago; the next link can only be sent after that. */
    verificationEmailSent: z.boolean(),
    anySellerAccountSetupCompleted: z.boolean(),
    paymentStatus: z.int(),
    secondsSinceFirstSellerAccountCreated: z.nullable(z.int()),
    intercomAppId: z.nullable(z.string()),
    userHash: z.nullable(z.string()),
    /**
     * Addition: the addresses of the chat service and a signed token of the viewer. The chat uses the token instead of
     * `userHash`.
     */
    chat: z.nullable(z.object({ userId: z.string(), token: z.string(), loaderUrl: z.string(), apiBase: z.string() })),
    isOwner: z.boolean(),
    /**
     * Settings of watchdogs apply to all seller accounts, so only viewers who see every seller account may change them.
     */
    maySetWatchdogs: z.boolean(),
    firstName: z.string(),
    lastName: z.string(),
    /** When the viewer's next daily digest is due; null when the viewer gets none. */
    nextDigestAt: z.nullable(z.iso.datetime()),
    /**
     * The account requires a second factor that the viewer has not set up: every call without `withoutTwoFactor` is
     * refused.
     */
    lacksTwoFactor: z.boolean(),
    /** Addition: the instant at which the account is deleted, as its owner has asked; `null` if it stays. */
    deletedAt: z.nullable(z.iso.datetime()),
  }),
  errors: ['notLoggedIn'],
  quiet: true,
  withoutTwoFactor: true,
});

export const extendSession = endpoint({
  method: 'POST',
  path: '/api/auth/extend',
  summary: 'Extends the session',
  access: 'session',
  response: nothing,
  errors: ['notLoggedIn'],
  withoutTwoFactor: true,
  whileUnserved: true,
});

/** Addition: the password was right, but the log-in also needs one of these second factors within five minutes. */
const secondStep = z.object({
  token: z.string(),
  app: z.boolean(),
  recoveryCode: z.boolean(),
  /** WebAuthn options as JSON; null without a passkey. */
  passkey: z.nullable(z.looseObject({ challenge: z.string() })),
});
export type SecondStep = z.output<typeof secondStep>;

export const logIn = endpoint({
  method: 'POST',
  path: '/api/auth/login/standard',
  summary: 'Log in with e-mail address and password',
  access: 'public',
  body: z.object({
    email: emailText,
    password: z.string().check(z.minLength(1), z.maxLength(500)),
    keepMeSignedIn: z._default(z.boolean(), true),
  }),
  /** The second step that the log-in needs; empty when none is needed. */
  response: z.union([nothing, z.object({ secondStep })]),
  errors: ['wrongCredentials', 'tooManyRequests'],
  quiet: true,
});

export const signOut = endpoint({
  method: 'GET',
  path: '/api/auth/signout',
  summary: 'Ends the session; needs the CSRF header unless the call comes from the product itself',
  access: 'public',
  response: nothing,
  errors: ['csrf'],
});

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/signup/standard',
  summary: 'Opens an account with its owner and starts the free trial',
  access: 'public',
  body: z.object({
    email: emailText,
    firstName: lineText(200).check(z.minLength(1)),
    lastName: lineText(200).check(z.minLength(1)),
    companyName: lineText(200).check(z.minLength(1)),
    accountType: z.enum(['brand', 'agency', 'merchant']),
    password: z.string().check(z.minLength(1), z.maxLength(500)),
    inviteCode: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(20)))),
    /** Addition: the reference of the affiliate whose link led here. */
    affiliateRef: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
    timezoneOffsetMins: z._default(z.int().check(z.gte(-840), z.lte(840)), 0),
    /** Addition: the browser's time zone as an IANA name; a name that the server does not know is ignored. */
    timeZone: z.optional(z.string().check(z.maxLength(60))),
  }),
  response: nothing,
  errors: ['badRequest', 'invalidEmail', ...passwordRules, 'emailTaken', 'tooManyRequests'],
  quiet: true,
});

const password = z.string().check(z.minLength(1), z.maxLength(500));

export const sendPasswordResetEmail = endpoint({
  method: 'POST',
  path: '/api/auth/sendpasswordresetemail',
  summary: 'Mails a link for choosing a new password, valid once and for an hour',
  access: 'public',
  body: z.object({ email: emailText }),
  response: nothing,
  errors: ['badRequest', 'emailUnknown', 'tooManyRequests', 'serviceOff', 'outside'],
  quiet: true,
});

const linkToken = z.string().check(z.minLength(1), z.maxLength(200));

/** Addition: describes a mailed link, for the page on which the person chooses a password. */
export const describePasswordLink = endpoint({
  method: 'POST',
  path: '/api/auth/passwordlink/describe',
  summary: 'Whether a mailed link resets a password or invites a user, and of which address and company',
  access: 'public',
  body: z.object({ passwordResetToken: linkToken }),
  response: z.object({ purpose: z.enum(['reset', 'invitation']), email: z.string(), companyName: z.string() }),
  errors: ['badRequest', 'resetExpired', 'tooManyRequests'],
  quiet: true,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/resetpassword',
  summary: 'Sets the password of the user to whom the link was mailed, and ends all their sessions',
  access: 'public',
  body: z.object({ newPassword: password, passwordResetToken: linkToken }),
  response: nothing,
  errors: ['badRequest', ...passwordRules, 'resetExpired', 'tooManyRequests'],
  quiet: true,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/changepassword',
  summary: 'Changes the own password, and ends all other sessions',
  access: 'session',
  body: z.object({ oldPassword: z.string().check(z.maxLength(500)), newPassword: password }),
  response: nothing,
  errors: ['badRequest', 'noOldPassword', 'wrongOldPassword', ...passwordRules, 'tooManyRequests'],
  quiet: true,
  whileUnserved: true,
});

/** Additions: the sessions of the viewer, and how to end them. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'The sessions of the viewer, this browser’s first',
  access: 'session',
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        isThis: z.boolean(),
        /** Browser and system in words, `Firefox on Linux`; null when the browser did not name itself. */
        browser: z.nullable(z.string()),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
      }),
    ),
  }),
  errors: [],
  quiet: true,
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'Logs one browser of the viewer out',
  access: 'session',
  params: z.object({ id: z.string().check(z.regex(/^[\w-]{1,100}$/)) }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
  whileUnserved: true,
  needsProof: true,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'Logs every other browser of the viewer out',
  access: 'session',
  response: nothing,
  errors: [],
  quiet: true,
  whileUnserved: true,
  needsProof: true,
});

export const authCalls = {
  csrf,
  isAuthenticated,
  extendSession,
  logIn,
  signOut,
  signUp,
  sendPasswordResetEmail,
  describePasswordLink,
  resetPassword,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
} as const;
