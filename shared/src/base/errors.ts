/**
 * Every failure that a person may see: code, HTTP status and text. Texts that the specification quotes (section 8) are
 * word for word; the others say what the person can do.
 */
export const errorCatalogue = {
  badRequest: { status: 400, text: 'The request is not valid' },
  notLoggedIn: { status: 401, text: 'Please log in' },
  wrongCredentials: { status: 401, text: 'Wrong e-mail address or password' },
  csrf: { status: 403, text: 'The security token of this page is missing or out of date. Please reload the page' },
  forbidden: { status: 403, text: 'Only the account owner may do this. Please ask the owner' },
  foreignOrigin: { status: 403, text: 'Pages of other sites may not call this address' },
  notFound: { status: 404, text: 'This does not exist, or no longer does' },
  emailTaken: { status: 409, text: 'This e-mail address already has an account. Please log in instead' },
  userListed: { status: 409, text: 'This e-mail address is a user already' },
  loginTaken: {
    status: 409,
    text: 'This e-mail address logs in to another account already. Please use another address',
  },
  passwordTooShort: { status: 400, text: 'Password needs to be minimum 8 characters long' },
  passwordWithoutLetter: { status: 400, text: 'Password needs to contain a letter' },
  passwordWithoutDigit: { status: 400, text: 'Password needs to contain a digit or symbol' },
  passwordTooCommon: {
    status: 400,
    text: 'This password is one of the first that anybody would try. Please choose another',
  },
  invalidEmail: { status: 400, text: 'Please enter a valid e-mail address' },
  keywordLimit: { status: 409, text: 'A product can have 8 keywords at most. Please remove one first' },
  keywordTaken: { status: 409, text: 'This keyword is already watched for this product' },
  badSpreadsheet: { status: 400, text: 'The spreadsheet cannot be imported' },
  importOvertaken: {
    status: 409,
    text: 'Somebody else has changed products of this spreadsheet meanwhile. Please look again at what it changes',
  },
  notSpreadsheet: {
    status: 400,
    text: 'This is neither an Excel file (.xlsx) nor a text file (.csv) that can be read. Please save it as .xlsx in your spreadsheet program and try again',
  },
  lockedSpreadsheet: {
    status: 400,
    text: 'This file has a password or is an old Excel file (.xls). Please save it as .xlsx without a password and try again',
  },
  spreadsheetTooLarge: {
    status: 413,
    text: 'This spreadsheet is too large. Please delete what is not needed, or split it into several files',
  },
  spreadsheetUnderway: {
    status: 429,
    text: 'The system is already compiling a spreadsheet for you, please try again in a couple of minutes',
  },
  spreadsheetGone: { status: 404, text: 'This spreadsheet is no longer kept. Please request it again in Watchpost' },
  exportUnderway: {
    status: 429,
    text: 'Your data is being downloaded already. Please wait until that download has ended',
  },
  wrongAccountName: { status: 400, text: 'This is not the name of the account. Please enter it as it is shown' },
  invoiceUnpaid: { status: 409, text: 'An invoice is not paid yet. Please pay it first' },
  addressStopped: {
    status: 409,
    text: 'Mail to this address was refused. Please correct the address or have it verified again in the settings',
  },
  addressLacksAccess: {
    status: 409,
    text: 'This address may not see all of these seller accounts. Please choose another address',
  },
  emailUnknown: { status: 404, text: 'We could not find this e-mail address in our database' },
  emailListed: { status: 409, text: 'This e-mail address is in the list already' },
  noOldPassword: { status: 400, text: 'Please provide your current password' },
  wrongOldPassword: { status: 400, text: 'This is not your current password' },
  resetExpired: { status: 400, text: 'This link has been used or is out of date. Please ask for a new one' },
  loginExpired: { status: 400, text: 'The log-in took too long. Please enter your password again' },
  wrongCode: { status: 400, text: 'This code is not right, or was used already. Please enter a new one' },
  wrongPasskey: { status: 400, text: 'This passkey was not accepted. Please try again or use another way' },
  proofNeeded: { status: 403, text: 'Please enter your password again' },
  twoFactorNeeded: { status: 403, text: 'Your account requires a second step at log-in. Please set it up first' },
  operatorTwoFactor: {
    status: 403,
    text: 'Operators need a second step at log-in. Please set one up in your settings first',
  },
  twoFactorKept: { status: 409, text: 'Your account requires a second step at log-in. Please add another way first' },
  twoFactorFirst: { status: 409, text: 'Please set up a second step for your own log-in first' },
  webhookAddress: { status: 400, text: 'This address cannot be called: it has to be a public https address' },
  channelLimit: { status: 409, text: 'An account can have 20 channels at most. Please remove one first' },
  badSignature: { status: 403, text: 'The signature of this message is missing, wrong or out of date' },
  addressUnverified: {
    status: 409,
    text: 'This e-mail address has to be verified first. Please open the link in the mail that was sent to it',
  },
  unconfirmedOwner: {
    status: 409,
    text: 'Please verify your e-mail address first, by the link in the mail that we have sent you. Then connect the seller account',
  },
  ownerUnverified: {
    status: 409,
    text: "Before mail is sent to other people, the owner's e-mail address has to be verified. Please open the link in the mail that was sent to it",
  },
  verificationExpired: {
    status: 400,
    text: 'This link is out of date. Please have a new one sent to you',
  },
  mailLinkExpired: { status: 400, text: 'This link is out of date. Please do this in Watchpost' },
  mailLinkOvertaken: {
    status: 409,
    text: 'This has changed since the mail was sent. Please look at it in Watchpost',
  },
  asinNotTracked: { status: 402, text: 'This ASIN is not tracked' },
  issueChanged: { status: 409, text: 'This issue has changed since, so nothing was done. Please look at it again' },
  issueStatusOvertaken: { status: 409, text: 'Somebody else has changed this issue since. Please look at it again' },
  settingsOvertaken: { status: 409, text: 'Somebody else has changed these settings since. Please look at them again' },
  issueStatusLocked: { status: 409, text: 'Only open issues that are not muted can change their status' },
  payloadTooLarge: { status: 413, text: 'The request is too large. Please send less at a time' },
  unsupportedMediaType: { status: 415, text: 'The request needs to be JSON' },
  tooManyRequests: { status: 429, text: 'Too many attempts. Please wait a few minutes and try again' },
  invalidToken: {
    status: 401,
    text: 'This token is unknown, out of date or was revoked. Please create another one, or connect the program again',
  },
  insufficientScope: {
    status: 403,
    text: 'This token does not have the scope for this call. Please use one that has it',
  },
  tokenLimit: { status: 409, text: 'A person can have 50 tokens at most. Please revoke one first' },
  untrustedProgram: { status: 400, text: 'The program that sent you here did not ask in a way that can be trusted' },
  hookLimit: { status: 409, text: 'An account can have 50 hooks at most. Please end one first' },
  idempotencyKeyReused: {
    status: 422,
    text: 'This Idempotency-Key was used for another request already. Please use a new one',
  },
  authorizationFailed: { status: 400, text: 'The marketplace did not confirm the authorization. Please try again' },
  authorizationUnanswered: {
    status: 502,
    text: 'The marketplace does not answer, so the authorization could not be finished. Nothing has changed here: please authorize again in a few minutes',
  },
  authorizationExpired: {
    status: 400,
    text: 'The authorization took too long or was already used. Please start again',
  },
  connectionDenied: {
    status: 400,
    text: 'The consent was not given, so nothing was connected. Please start again and agree',
  },
  connectionIncomplete: {
    status: 400,
    text: 'Not everything was ticked on the consent page. Please connect again and leave all boxes ticked',
  },
  connectionFailed: { status: 400, text: 'The other service did not confirm the connection. Please try again' },
  connectionSilent: { status: 502, text: 'The other service did not answer. Please try again in a moment' },
  connectionExpired: {
    status: 400,
    text: 'The connection took too long, was begun elsewhere or was already used. Please start again',
  },
  wrongSellerAccount: {
    status: 409,
    text: 'This was another seller account. Please log in at the marketplace with the account to re-authorize',
  },
  wrongAdvertisingAccount: {
    status: 409,
    text: 'This advertising account does not belong to the seller account. Please log in at Amazon as its advertiser',
  },
  callbackNotAllowed: { status: 400, text: 'The return address does not belong to the marketplace' },
  pushAddress: { status: 400, text: 'This is not the address of a push service' },
  cardRefused: { status: 402, text: 'The payment method was refused. Please try another one' },
  paymentMethodNeeded: { status: 409, text: 'Please add a payment method first' },
  notSubscribed: { status: 409, text: 'This does not fit the state of the subscription. Please reload the page' },
  offerUsed: { status: 409, text: 'This offer was used already, or there is no better discount to get' },
  paymentProvider: { status: 502, text: 'The payment provider did not answer. Please try again in a moment' },
  subscriptionOff: {
    status: 402,
    text: 'The subscription is not active, so nothing can be changed. Please see Subscription & Billing',
  },
  serviceOff: { status: 501, text: 'This is not set up on this server. Please ask its operator' },
  outside: { status: 502, text: 'The marketplace did not answer. Please try again in a moment' },
  secretUnreadable: {
    status: 503,
    text: 'What is stored for this cannot be read at the moment. We have been told. Please set it up again, or try another way',
  },
  unavailable: { status: 503, text: 'The server cannot do this at the moment. Please try again in a minute' },
  internal: { status: 500, text: 'Something went wrong on our side. We have been told. Please try again later' },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** An expected failure. Handlers throw it, and the HTTP layer turns it into `{ error, message, code, requestId }`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  /** The seconds after which the call can succeed, which the answer has as its `Retry-After`; `null` if not known. */
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, options: { text?: string; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(options.text ?? errorCatalogue[code].text, { cause: options.cause });
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}
