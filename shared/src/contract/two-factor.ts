import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lineText, nothing, rowId } from './shapes.ts';

/**
 * All calls of this file are additions to the specification. Options and answers of passkeys are WebAuthn's, as JSON.
 */
const base64url = (longest: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(longest));
const loginToken = z.string().check(z.minLength(1), z.maxLength(200));
const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const fromBrowser = {
  id: base64url(1500),
  rawId: base64url(1500),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
};
const passkeyOptions = z.looseObject({ challenge: z.string() });

const registeredPasskey = z.object({
  ...fromBrowser,
  response: z.object({
    clientDataJSON: base64url(20_000),
    attestationObject: base64url(100_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});
export type RegisteredPasskey = z.output<typeof registeredPasskey>;

const usedPasskey = z.object({
  ...fromBrowser,
  response: z.object({
    clientDataJSON: base64url(20_000),
    authenticatorData: base64url(20_000),
    signature: base64url(20_000),
    userHandle: z.optional(base64url(200)),
  }),
});
export type UsedPasskey = z.output<typeof usedPasskey>;

export const logInWithCode = endpoint({
  method: 'POST',
  path: '/api/auth/login/code',
  summary: 'Second step of a log-in: the code of an app, or a recovery code',
  access: 'public',
  body: z.object({ token: loginToken, code }),
  response: nothing,
  errors: ['badRequest', 'loginExpired', 'wrongCode', 'wrongCredentials', 'tooManyRequests'],
  quiet: true,
});

export const logInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/login/passkey',
  summary: 'Second step of a log-in: the passkey’s signature for the options of the first step',
  access: 'public',
  body: z.object({ token: loginToken, response: usedPasskey }),
  response: nothing,
  errors: ['badRequest', 'loginExpired', 'wrongPasskey', 'wrongCredentials', 'tooManyRequests'],
  quiet: true,
});

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/api/auth/two-factor',
  summary: "The viewer's second factors, and for the owner which users have any",
  access: 'session',
  response: z.object({
    /** Whether every user has to have a second factor. */
    isRequired: z.boolean(),
    app: z.nullable(z.object({ createdAt: z.iso.datetime() })),
    passkeys: z.array(
      z.object({
        id: rowId,
        name: z.string(),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.nullable(z.iso.datetime()),
      }),
    ),
    recoveryCodesLeft: z.int(),
    /**
     * Whether the password was given in this session a few minutes ago. If so, calls that change something do not ask
     * for it.
     */
    isProved: z.boolean(),
    /** The other users when the viewer is the owner, otherwise empty. */
    users: z.array(z.object({ emailAddressId: rowId, email: z.string(), hasTwoFactor: z.boolean() })),
  }),
  errors: [],
  withoutTwoFactor: true,
});

export const provePassword = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/proof',
  summary: 'Gives the password once more, so that for a quarter of an hour log-ins, users and webhooks can be changed',
  access: 'session',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(500)) }),
  response: nothing,
  errors: ['badRequest', 'noOldPassword', 'wrongOldPassword', 'tooManyRequests'],
  quiet: true,
  withoutTwoFactor: true,
  whileUnserved: true,
});

/** Ten recovery codes, which are shown only once, when the first factor is added; otherwise null. */
const recoveryCodes = z.nullable(z.array(z.string()));

export const startApp = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/app',
  summary: 'Creates the secret of an authenticator app; it is active once a code was confirmed',
  access: 'session',
  response: z.object({
    /** The secret in base 32, for people who type it by hand. */
    secret: z.string(),
    /** `otpauth://totp/…` */
    url: z.string(),
    /** The same secret as a QR code: an SVG, black on white. */
    qrCode: z.string(),
  }),
  errors: [],
  quiet: true,
  needsProof: true,
  withoutTwoFactor: true,
  whileUnserved: true,
});

export const confirmApp = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/app/confirm',
  summary: 'Proves by a code that the app has the secret; the log-in asks for codes from then on',
  access: 'session',
  body: z.object({ code }),
  response: z.object({ recoveryCodes }),
  errors: ['badRequest', 'wrongCode'],
  quiet: true,
  needsProof: true,
  withoutTwoFactor: true,
  whileUnserved: true,
});

export const removeApp = endpoint({
  method: 'DELETE',
  path: '/api/auth/two-factor/app',
  summary: 'Removes the authenticator app',
  access: 'session',
  response: nothing,
  errors: ['notFound', 'twoFactorKept'],
  quiet: true,
  needsProof: true,
  whileUnserved: true,
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/passkeys/options',
  summary: 'The options with which the browser creates a passkey',
  access: 'session',
  response: z.object({ options: passkeyOptions }),
  errors: [],
  quiet: true,
  needsProof: true,
  withoutTwoFactor: true,
  whileUnserved: true,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/passkeys',
  summary: 'Adds the passkey that the browser made; the log-in asks for a second factor from then on',
  access: 'session',
  body: z.object({
    name: lineText(100).check(z.minLength(1)),
    response: registeredPasskey,
  }),
  response: z.object({ recoveryCodes }),
  errors: ['badRequest', 'wrongPasskey'],
  quiet: true,
  needsProof: true,
  withoutTwoFactor: true,
  whileUnserved: true,
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/two-factor/passkeys/:id',
  summary: 'Removes a passkey',
  access: 'session',
  params: z.object({ id: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound', 'twoFactorKept'],
  quiet: true,
  needsProof: true,
  whileUnserved: true,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/recovery-codes',
  summary: 'Creates ten new recovery codes; the former ones stop working',
  access: 'session',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['twoFactorFirst'],
  quiet: true,
  needsProof: true,
  whileUnserved: true,
});

export const requireTwoFactor = endpoint({
  method: 'PUT',
  path: '/api/auth/two-factor/required',
  summary: 'Sets whether a second factor is required; users without one must set it up before any other call',
  access: 'owner',
  body: z.object({ isRequired: z.boolean() }),
  response: nothing,
  errors: ['badRequest', 'twoFactorFirst'],
  quiet: true,
  needsProof: true,
  whileUnserved: true,
});

export const removeTwoFactorOf = endpoint({
  method: 'DELETE',
  path: '/api/auth/two-factor/users/:emailAddressId',
  summary: 'Removes the second factors of a user who has lost them, and ends their sessions',
  access: 'owner',
  params: z.object({ emailAddressId: rowId }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
  needsProof: true,
  whileUnserved: true,
});

export const twoFactorCalls = {
  logInWithCode,
  logInWithPasskey,
  getTwoFactor,
  provePassword,
  startApp,
  confirmApp,
  startPasskey,
  addPasskey,
  renewRecoveryCodes,
  requireTwoFactor,
  removeApp,
  removePasskey,
  removeTwoFactorOf,
} as const;
