import { requirements } from '../../../server/testing/security/requirements/index.ts';
import type { NamedTest } from '../../../server/testing/security/requirement.ts';
import type { Edit } from '../plant-edits.ts';

/** A violation of a security requirement that is planted in the source of the product on purpose. */
export interface Violation {
  /** The id of the violated requirement. */
  readonly id: string;
  readonly title: string;
  /** The test that must fail because of the violation. */
  readonly by: NamedTest;
  readonly edits: readonly Edit[];
}

type Change = readonly [file: string, find: string, replace: string];

/** The title of the violation, and the beginning of the title of the test that finds it. */
type Titles = readonly [title: string, begin: string];

function violation(id: string, [title, begin]: Titles, ...changes: readonly Change[]): Violation {
  const tests = requirements.find((one) => one.id === id)?.tests ?? [];
  const by = tests.find((one) => one.title.startsWith(begin));
  if (!by) throw new Error(`The requirement ${id} names no test that begins with “${begin}”`);
  return { id, title, by, edits: changes.map(([file, find, replace]) => ({ file, find, replace })) };
}

const http = 'server/src/http';
const auth = 'server/src/features/auth';
const oauth = 'server/src/features/oauth';
const lib = 'server/src/lib';

export const violations: readonly Violation[] = [
  violation(
    '1.2.4',
    ['a statement is put together from text', 'statements are'],
    [
      `${auth}/log-in/queries.ts`,
      'import { sql } from',
      "const table = 'logins';\nexport const raw = () => sql.raw(table);\nimport { sql } from",
    ],
  ),
  violation(
    '1.2.5',
    ['a command of the system is run', 'no code'],
    [
      'server/src/version.ts',
      "import { readFileSync } from 'node:fs';",
      "import { readFileSync } from 'node:fs';\nimport 'node:child_process';",
    ],
  ),
  violation(
    '1.2.2',
    ['a webhook may be plain http', '%s is neither'],
    ['server/src/external/http/public-address.ts', "!url || url.protocol !== 'https:' ||", '!url ||'],
  ),
  violation(
    '1.3.3',
    ['a cell that begins like a formula is not defused', '%j does not'],
    [`${lib}/spreadsheet/defuse.ts`, "(looksLikeFormula.test(text) ? `'${text}` : text)", 'text'],
  ),
  violation(
    '1.3.6',
    ['a name that resolves to a private address is connected to', 'a name that'],
    [
      'server/src/external/http/public-fetch.ts',
      'const isPublic = addresses.every(({ address }) => isPublicIp(address));',
      'const isPublic = true;',
    ],
  ),
  violation(
    '2.2.1',
    ['a part that breaks its schema is passed on', '$name refuses'],
    [
      `${http}/implement.ts`,
      "if (!parsed.success) throw new AppError('badRequest', { text: describe(part, parsed.error) });",
      'if (!parsed.success) return value;',
    ],
  ),
  violation(
    '2.3.4',
    ['two people sign up with one address', 'an address has one'],
    [`${auth}/sign-up.ts`, "if (!isNew) throw new AppError('emailTaken');", ''],
  ),
  violation(
    '3.3.1',
    ['the marker has no prefix', 'with https'],
    [`${http}/session-cookie.ts`, "isSecure ? '__Host-watchpost_login' : 'watchpost_login'", "'watchpost_login'"],
  ),
  violation(
    '3.3.2',
    ['cookies are sent to requests of other sites', 'every cookie'],
    [`${http}/session-cookie.ts`, "sameSite: 'lax', secure: isSecure", "sameSite: 'none', secure: isSecure"],
  ),
  violation(
    '3.3.4',
    ['scripts can read the session', 'every cookie'],
    [
      `${http}/session-cookie.ts`,
      'reply.setCookie(name, `${tenantId}.${secret}`, { ...options, httpOnly: true });',
      'reply.setCookie(name, `${tenantId}.${secret}`, options);',
    ],
  ),
  violation(
    '3.4.1',
    ['HSTS lasts a day', 'every answer'],
    [`${http}/secure-headers.ts`, 'max-age=31536000', 'max-age=86400'],
  ),
  violation(
    '3.4.2',
    ['every origin may read answers', 'no page of another'],
    [
      `${http}/app.ts`,
      "    reply.header('x-request-id', request.id);",
      "    reply.header('x-request-id', request.id);\n    if (request.headers.origin) reply.header('access-control-allow-origin', request.headers.origin);",
    ],
  ),
  violation(
    '3.4.3',
    ['pages may run scripts of all hosts', 'every answer'],
    [`${http}/secure-headers.ts`, "withOwn('script-src', 'script'),", '"script-src *",'],
  ),
  violation(
    '3.4.4',
    ['browsers may guess types', 'every answer'],
    [`${http}/secure-headers.ts`, "'x-content-type-options': 'nosniff',", ''],
  ),
  violation(
    '3.4.5',
    ['the referrer is sent', 'every answer'],
    [`${http}/secure-headers.ts`, "'referrer-policy': 'no-referrer'", "'referrer-policy': 'unsafe-url'"],
  ),
  violation(
    '3.4.6',
    ['an address that cannot be read is answered without the policy', 'every answer'],
    [`${http}/app.ts`, 'reply.headers(headersOf(request.url))),', 'reply),'],
  ),
  violation(
    '3.5.1',
    ['calls need no CSRF header', 'every call that changes'],
    [`${http}/implement.ts`, "if (needsCsrf(endpoint) && !gate.hasCsrf(request)) throw new AppError('csrf');", ''],
  ),
  violation(
    '3.5.3',
    ['another site can sign a person out', 'another site'],
    [
      `${auth}/routes.ts`,
      "if (!comesFromUs(request) && !hasValidCsrfToken(request, csrf)) throw new AppError('csrf');",
      '',
    ],
  ),
  violation(
    '4.1.3',
    ['forwarding headers count from everybody', 'a caller cannot'],
    [
      `${http}/app.ts`,
      "trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,",
      'trustProxy: () => true,',
    ],
  ),
  violation(
    '5.2.1',
    ['a file of any size is read', 'a file of more'],
    [`${http}/uploads.ts`, 'const mostBytes = 5_242_880;', 'const mostBytes = 52_428_800;'],
  ),
  violation(
    '5.4.1',
    ['a download has no name', 'files are sent'],
    ['server/src/features/billing/routes.ts', '\'attachment; filename="watchpost-billing.csv"\'', "'inline'"],
  ),
  violation(
    '6.2.1',
    ['a password has seven characters', 'the password'],
    ['shared/src/domain/inputs/password.ts', 'Array.from(password).length < 8', 'Array.from(password).length < 7'],
  ),
  violation(
    '6.2.3',
    ['a password is changed without the current one', 'a wrong current'],
    [
      `${auth}/new-password/change-password.ts`,
      "if (!isRight || passwordHash === null) throw new AppError('wrongOldPassword');",
      "if (passwordHash === null) throw new AppError('wrongOldPassword');",
    ],
  ),
  violation(
    '6.2.4',
    ['leaked passwords are accepted', 'the most common'],
    [`${auth}/new-password/common-password.ts`, 'if (leakedPasswords.has(text)) return true;', ''],
  ),
  violation(
    '6.2.8',
    ['passwords are cut at 72 characters', 'a password of 200'],
    [
      `${auth}/log-in/passwords.ts`,
      'verify(passwordHash ?? dummyHash, password)',
      'verify(passwordHash ?? dummyHash, password.trim())',
    ],
  ),
  violation(
    '6.2.11',
    ['words of our own trade are accepted', 'the password'],
    [
      `${auth}/new-password/common-password.ts`,
      'commonWords.has(text) || wordsOfOurTrade.has(text)',
      'commonWords.has(text)',
    ],
  ),
  violation(
    '6.3.1',
    ['guesses of a network are not counted', 'a network that'],
    [
      `${auth}/log-in/throttle.ts`,
      "await admitNetwork(ctx, { purpose: 'network', ip: from.ip, limit: limits.network });",
      '',
    ],
  ),
  violation(
    '6.3.4',
    ['a second factor is not asked for', 'after an app'],
    [
      `${auth}/second-step/second-step.ts`,
      'if (!(await queries.findTwoFactorSince(tx, login))) return null;',
      'if (login.tenantId) return null;',
    ],
  ),
  violation(
    '6.4.1',
    ['a reset link lives for a day', 'a link expires'],
    [`${auth}/mails/password-links.ts`, 'reset: hourMs', 'reset: 24 * hourMs'],
  ),
  violation(
    '6.5.1',
    ['a code of an app can be used again', 'a code is accepted'],
    [
      `${auth}/second-step/authenticator-app.ts`,
      'return step !== null && (await queries.takeStep(tx, { ...key, step }));',
      'return step !== null;',
    ],
  ),
  violation(
    '6.5.2',
    ['recovery codes have 75 bits', 'a recovery code has'],
    [`${auth}/second-step/recovery-codes.ts`, 'const length = 25;', 'const length = 15;'],
  ),
  violation(
    '6.5.5',
    ['codes of two minutes are accepted', 'a code of an app'],
    [`${auth}/second-step/authenticator-app.ts`, 'const window = 1;', 'const window = 4;'],
  ),
  violation(
    '7.2.3',
    ['a session has 128 bits', 'each log-in'],
    [`${lib}/random.ts`, 'randomBytes(32)', 'randomBytes(16)'],
  ),
  violation(
    '7.2.4',
    ['a log-in keeps the session of its browser', 'a log-in ends'],
    [
      `${auth}/sessions/sessions.ts`,
      '    await this.end(request, reply);\n    const { tenantId',
      '    const { tenantId',
    ],
  ),
  violation(
    '7.3.1',
    ['a session lasts a day without an extension', 'a session that'],
    [`${auth}/sessions/sessions.ts`, 'brief: { idleMs: 12 * hourMs', 'brief: { idleMs: 24 * hourMs'],
  ),
  violation(
    '7.3.2',
    ['a kept session has no end', 'a kept session'],
    [`${auth}/sessions/sessions.ts`, 'absoluteMs: 90 * dayMs', 'absoluteMs: 900 * dayMs'],
  ),
  violation(
    '7.4.1',
    ['signing out only clears the cookie', 'signing out'],
    [`${auth}/sessions/sessions.ts`, 'await this.#ctx.db.tenant(key.tenantId, (tx) => deleteSession(tx, key));', ''],
  ),
  violation(
    '7.4.3',
    ['a new password keeps other sessions', 'a changed password'],
    [
      `${auth}/new-password/change-password.ts`,
      'return deleteSessionsOf(tx, { ...actor, except: actor.sessionHash });',
      'return [];',
    ],
  ),
  violation(
    '7.5.1',
    ['the password is good for an hour', '$name changes'],
    [`${auth}/sessions/proof.ts`, '15 * minuteMs', '60 * minuteMs'],
  ),
  violation(
    '8.2.1',
    ['a token of any scope is good for every call', '$name works'],
    [
      `${auth}/access-tokens/programs.ts`,
      'if (scope && !program.token.scopes.includes(scope)) {',
      'if (scope && program.token.scopes.length === 0) {',
    ],
  ),
  violation(
    '8.3.1',
    ['calls need no session', '$name answers 401'],
    [`${http}/implement.ts`, "if (endpoint.access !== 'public' && !actor) throw new AppError('notLoggedIn');", ''],
  ),
  violation(
    '9.1.1',
    ['the signature of a link is not compared', 'a link is invalid'],
    [
      `${lib}/mail/signed-links.ts`,
      'if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;',
      '',
    ],
  ),
  violation(
    '9.2.1',
    ['a link does not expire', 'a link expires'],
    [`${lib}/mail/signed-links.ts`, 'if (expiresAt <= now) return null;', ''],
  ),
  violation(
    '9.2.3',
    ['a token is good for all interfaces', 'a token for one'],
    [`${auth}/access-tokens/programs.ts`, ' || !isFor(token.resource, called)) return null;', ') return null;'],
  ),
  violation(
    '10.4.1',
    ['returns are compared by their beginning', 'the return to'],
    [`${oauth}/clients/redirect-uri.ts`, 'one === redirectUri ||', 'redirectUri.startsWith(one) ||'],
  ),
  violation(
    '10.4.2',
    ['a code can be exchanged twice', 'a code that'],
    [
      `${oauth}/tokens/exchange.ts`,
      'if (found.authorizationId !== null) {',
      'if (found.authorizationId === null && found.tenantId === null) {',
    ],
  ),
  violation(
    '10.4.3',
    ['a code lives for an hour', 'a code is bound'],
    [`${oauth}/consent/consent.ts`, 'const codeLifetimeMs = minuteMs;', 'const codeLifetimeMs = 60 * minuteMs;'],
  ),
  violation(
    '10.4.5',
    ['a refresh token can be used again for a day', 'a refresh token that'],
    [`${oauth}/tokens/exchange.ts`, 'const overlapMs = 30_000;', 'const overlapMs = 86_400_000;'],
  ),
  violation(
    '10.4.8',
    ['an authorisation has no end', 'an authorisation ends'],
    [
      'server/src/features/accounts/authorization-lifetime.ts',
      'authorizationMs = 365 * dayMs',
      'authorizationMs = 3650 * dayMs',
    ],
  ),
  violation(
    '7.4.5',
    ['log-out ends no sessions', 'an operator ends'],
    ['server/src/admin/log-out.ts', 'return endAccess(tx, key);', 'return [];'],
  ),
  violation(
    '10.4.6',
    ['a verifier is not compared', 'a code is bound'],
    [
      `${oauth}/tokens/exchange.ts`,
      'isReturnOf(found, form) && isVerified(found, verifier)',
      'isReturnOf(found, form)',
    ],
  ),
  violation(
    '10.4.10',
    ['the secret of a client is not compared', 'a code is bound'],
    [
      `${oauth}/tokens/token-request.ts`,
      "secret !== null && !isEqual(basic?.secret ?? form.get('client_secret') ?? '', secret)",
      'false',
    ],
  ),
  violation(
    '10.4.11',
    ['a refresh raises the scope', 'a refresh may'],
    [`${oauth}/tokens/exchange.ts`, 'if (!wanted?.every((scope) => scopes.includes(scope))) {', 'if (!wanted) {'],
  ),
  violation(
    '11.3.2',
    ['secrets are encrypted by AES-CBC', 'ciphers'],
    [`${lib}/secrets.ts`, "createCipheriv('aes-256-gcm'", "createCipheriv('aes-256-cbc'"],
  ),
  violation(
    '11.3.3',
    ['a ciphertext can be moved to another row', 'an encrypted secret'],
    [
      `${lib}/secrets.ts`,
      'JSON.stringify([place.tenantId, place.row, place.purpose])',
      'JSON.stringify([place.tenantId, place.purpose])',
    ],
  ),
  violation(
    '11.4.2',
    ['passwords are hashed in one pass', 'a password is stored'],
    [`${auth}/log-in/passwords.ts`, 'timeCost: 2', 'timeCost: 1'],
  ),
  violation(
    '11.5.1',
    ['secrets are drawn by Math.random', 'secrets are made'],
    [
      `${auth}/second-step/recovery-codes.ts`,
      'byte % alphabet.length',
      '(byte + Math.floor(Math.random() * 32)) % alphabet.length',
    ],
  ),
  violation(
    '12.3.1',
    ['the mail server may be reached without TLS', 'production sends'],
    [
      'server/src/production.ts',
      "const isEncrypted = url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true';",
      'const isEncrypted = true;',
    ],
  ),
  violation(
    '12.3.2',
    ['certificates are not verified', 'nothing weakens'],
    ['server/src/external/http/public-fetch.ts', 'agent: false', 'agent: false, rejectUnauthorized: false'],
  ),
  violation(
    '13.4.2',
    ['an error tells its cause', 'an unexpected error'],
    [
      `${http}/errors.ts`,
      'message: error.message,',
      'message: error.cause instanceof Error ? error.cause.message : error.message,',
    ],
  ),
  violation(
    '14.2.1',
    ['a token is accepted in an address', 'a token in an address'],
    [`${auth}/access-tokens/programs.ts`, '  refuseTokenInAddress(request);\n', ''],
  ),
  violation(
    '14.3.2',
    ['browsers may store answers', 'answers with data'],
    [`${http}/app.ts`, "if (isCall(request.url)) reply.header('cache-control', 'no-store');", ''],
  ),
  violation(
    '14.3.3',
    ['a page stores the password', 'the browser keeps'],
    [
      'web/src/ui/fields/PasswordField.tsx',
      'const [shown, setShown] = useState(false);',
      "const [shown, setShown] = useState(false);\n  localStorage.setItem('password', String(input.value));",
    ],
  ),
  violation(
    '15.3.1',
    ['an answer has all fields of a row', 'an answer has'],
    [`${http}/implement.ts`, 'const parsed = z.parse(endpoint.response, answer);', 'const parsed = answer;'],
  ),
  violation(
    '15.3.2',
    ['redirects are followed', 'only a few modules send'],
    ['server/src/external/marketplace/calls/transport.ts', "redirect: 'error'", "redirect: 'follow'"],
  ),
  violation(
    '16.2.5',
    ['the log tells addresses, which may be passwords', 'no secret stands'],
    [`${auth}/log-in/log-in-events.ts`, '{ action, network, tenantId:', '{ action, network, email, tenantId:'],
  ),
  violation(
    '16.3.2',
    ['refusals are not logged', 'a refusal is logged'],
    [`${http}/errors.ts`, '!isRefusal(error)', 'true'],
  ),
  violation(
    '16.3.3',
    ['refused inputs are not logged', 'an input that a schema refuses'],
    [`${http}/errors.ts`, ' || refusedInputs.has(code)', ''],
  ),
  violation(
    '16.5.1',
    ['an unexpected error is answered with its text', 'an unexpected error'],
    [
      `${http}/errors.ts`,
      "return new AppError('internal', { cause: error });",
      "return new AppError('internal', { cause: error, text: error.message });",
    ],
  ),
];
