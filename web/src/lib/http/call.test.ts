import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf, extendSession, isAuthenticated, logIn, signOut } from '@app/shared/contract/auth.ts';
import { packageInfo } from '@app/shared/contract/billing.ts';
import { getProductSettings } from '@app/shared/contract/product-settings.ts';
import { sellerList } from '@app/shared/contract/sellers.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { muteItem } from '@app/shared/contract/triage.ts';
import { call, callRaw } from './call.ts';
import { isOffline } from './connection.ts';
import { forgetCsrf } from './csrf.ts';
import { proofRequest } from '../session/proof.ts';
import {
  checkLogin,
  forgetLogin,
  isReplaced,
  knownEmail,
  logOut,
  needsLogin,
  noteLogin,
  noteRepeatedLogIn,
} from '../session/session.ts';
import { shownError } from './shown-error.ts';

interface SentRequest {
  readonly path: string;
  readonly csrf: string | undefined;
}

type Answer = Response | 'no connection';

const none = (status: number): Response => new Response(null, { status });
const failure = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ error: code, code, message: `said ${code}`, requestId: 'r1' }, { status, headers });
const challenge = (header = 'Session'): Response => failure(401, 'notLoggedIn', { 'www-authenticate': header });

let sent: SentRequest[];
let tokens: number;
let answers: Answer[];
let csrfAnswer: Answer | null;
const redirected = vi.fn<(url: string) => void>();

function answer(url: string, init: RequestInit | undefined): Response {
  if (url === csrf.path) {
    tokens += 1;
    if (csrfAnswer === 'no connection') throw new TypeError('Failed to fetch');
    return csrfAnswer ?? Response.json({ headerName: 'x-csrf-token', token: `t${tokens}` });
  }
  sent.push({ path: url, csrf: new Headers(init?.headers).get('x-csrf-token') ?? undefined });
  const next = answers.shift() ?? none(204);
  if (next === 'no connection') throw new TypeError('Failed to fetch');
  return next;
}

beforeEach(() => {
  sent = [];
  tokens = 0;
  answers = [];
  csrfAnswer = null;
  forgetCsrf();
  isOffline.set(false);
  knownEmail.set('owner@brightkeel.example');
  needsLogin.set(false);
  forgetLogin();
  noteLogin(null);
  checkLogin();
  shownError.set(null);
  redirected.mockReset();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => answer(url, init));
  vi.stubGlobal('window', { location: { assign: redirected } });
  vi.stubGlobal('document', { cookie: '' });
});
afterEach(() => vi.unstubAllGlobals());

test('the CSRF token is fetched once and every other call carries it', async () => {
  answers = [none(204), none(204)];
  await call(extendSession);
  await call(extendSession);

  expect(tokens).toBe(1);
  expect(sent.map((request) => request.csrf)).toEqual(['t1', 't1']);
});

test('after a CSRF refusal the call is repeated once with a fresh token', async () => {
  answers = [failure(403, 'csrf'), none(204)];
  await call(extendSession);

  expect(sent.map((request) => request.csrf)).toEqual(['t1', 't2']);

  answers = [failure(403, 'csrf'), failure(403, 'csrf')];
  await expect(call(extendSession)).rejects.toMatchObject({ code: 'csrf' });
});

test('an answer that does not match its schema fails, unless only the server validates it', async () => {
  answers = [Response.json({ one: 1 }), Response.json({ one: 1 })];

  await expect(call(sellerList)).rejects.toThrow('is not what was agreed');
  expect(await call(getProductSettings, { query: {} })).toEqual({ one: 1 });
});

test.each<[string, Answer]>([
  ['no answer', 'no connection'],
  ['503', none(503)],
  ["a proxy's page", new Response('<html></html>', { status: 504 })],
  ["a proxy's page that claims to be fine", new Response('<html></html>')],
  ["a proxy's answer that claims to be fine and is empty", none(200)],
])('%s sets offline and keeps the error modal closed', async (_, given) => {
  answers = [given];
  await expect(call(sellerList)).rejects.toMatchObject({ message: 'You seem to be offline' });

  expect(isOffline.get()).toBe(true);
  expect(shownError.get()).toBeNull();
});

test('an empty answer counts as being offline also for a call that only the server validates', async () => {
  answers = [none(200), none(200)];

  await expect(call(getProductSettings, { query: {} })).rejects.toMatchObject({ message: 'You seem to be offline' });
  await expect(callRaw(stateOfTheWorld, { query: {} })).rejects.toMatchObject({ message: 'You seem to be offline' });
});

test('the next answer ends the offline state', async () => {
  isOffline.set(true);
  answers = [none(204)];
  await call(extendSession);

  expect(isOffline.get()).toBe(false);
});

test('an answer that was on its way when the connection went down does not end the offline state', async () => {
  const late = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url === extendSession.path ? late.promise : answer(url, init),
  );
  answers = ['no connection'];
  const underWay = call(extendSession);
  await Promise.resolve();
  await expect(call(sellerList)).rejects.toMatchObject({ message: 'You seem to be offline' });
  late.resolve(none(204));
  await underWay;
  expect(isOffline.get()).toBe(true);

  answers = [none(204)];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => answer(url, init));
  await call(extendSession);
  expect(isOffline.get()).toBe(false);
});

test('a CSRF failure while offline shows that the connection seems to be down', async () => {
  csrfAnswer = 'no connection';

  await expect(call(packageInfo, { query: {} })).rejects.toMatchObject({
    message: 'Your connection seems to be down at the moment.',
  });
  expect(isOffline.get()).toBe(true);
});

test.each(['<html></html>', '{"page":"of a proxy"}'])(
  'a page of status 200 in place of the CSRF token sets offline: %s',
  async (page) => {
    csrfAnswer = new Response(page);

    await expect(call(packageInfo, { query: {} })).rejects.toMatchObject({
      message: 'Your connection seems to be down at the moment.',
    });
    expect(isOffline.get()).toBe(true);
  },
);

/** An answer of which the beginning arrives. */
const brokenOff = (status: number): Response =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }), { status });

test('a connection that goes down while an answer arrives sets offline', async () => {
  answers = [brokenOff(200)];
  await expect(call(sellerList)).rejects.toMatchObject({ message: 'You seem to be offline' });
  expect(isOffline.get()).toBe(true);

  answers = [brokenOff(503)];
  await expect(call(sellerList)).rejects.toMatchObject({ status: 503, message: 'You seem to be offline' });
  expect(shownError.get()).toBeNull();
});

test('a call that is aborted while its answer arrives is no failure of the connection', async () => {
  const abort = new AbortController();
  answers = [new Response(new ReadableStream({ pull: (body) => (abort.abort(), body.error(abort.signal.reason)) }))];

  await expect(call(sellerList, {}, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(isOffline.get()).toBe(false);
});

test('a failure opens the error modal with the message of the body', async () => {
  answers = [failure(404, 'notFound')];
  await expect(call(muteItem, { params: { id: 'x' }, body: {} })).rejects.toMatchObject({ status: 404 });

  expect(shownError.get()?.message).toBe('said notFound');
});

test('a quiet call, a log-in and a 429 keep the error modal closed', async () => {
  answers = [failure(400, 'badRequest')];
  await expect(call(packageInfo, { query: {} })).rejects.toMatchObject({ status: 400 });
  answers = [failure(401, 'wrongCredentials')];
  await expect(call(logIn, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
    code: 'wrongCredentials',
  });
  answers = [failure(429, 'tooManyRequests')];
  await expect(call(sellerList)).rejects.toMatchObject({ status: 429 });

  expect(shownError.get()).toBeNull();
});

const mute = () => call(muteItem, { params: { id: 'price-1' }, body: { minutes: 60 } });

test('a session that cannot be extended, and an issue that somebody else has changed, keep the error modal closed', async () => {
  answers = [failure(403, 'forbidden'), failure(409, 'issueChanged'), failure(409, 'issueStatusOvertaken')];

  await expect(call(extendSession)).rejects.toMatchObject({ status: 403 });
  await expect(mute()).rejects.toMatchObject({ code: 'issueChanged' });
  await expect(mute()).rejects.toMatchObject({ code: 'issueStatusOvertaken' });

  expect(shownError.get()).toBeNull();
});

test('a CSRF token that could not be fetched is fetched again by the next call', async () => {
  csrfAnswer = 'no connection';
  await expect(call(extendSession)).rejects.toMatchObject({ code: 'offline' });
  csrfAnswer = null;

  await call(extendSession);

  expect(sent.map((request) => request.csrf)).toEqual(['t2']);
});

test('a challenge opens the re-login modal, holds every other call, and all go on after the log-in', async () => {
  const accounts = { sellerAccounts: [] };
  answers = [challenge()];
  const challenged = call(sellerList);
  await expect.poll(() => needsLogin.get()).toBe(true);
  const held = call(extendSession);
  await call(logIn, { body: { email: 'a', password: 'b' } });

  expect(sent.map((request) => request.path)).toEqual([sellerList.path, logIn.path]);

  answers = [Response.json(accounts), none(204)];
  needsLogin.set(false);
  expect(await challenged).toEqual(accounts);
  await held;
  expect(sent.slice(2).map((request) => request.path)).toEqual([sellerList.path, extendSession.path]);
});

test('a refusal that comes after the re-login opens the modal no second time, and the call is repeated', async () => {
  const refused = Promise.withResolvers<Response>();
  let isRefused = false;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url !== extendSession.path || isRefused) return answer(url, init);
    isRefused = true;
    return refused.promise;
  });
  const late = call(extendSession);
  await expect.poll(() => isRefused).toBe(true);
  answers = [challenge()];
  const challenged = call(sellerList);
  await expect.poll(() => needsLogin.get()).toBe(true);
  answers = [Response.json({ sellerAccounts: [] })];
  noteRepeatedLogIn();
  await challenged;

  refused.resolve(challenge());
  await late;
  expect(needsLogin.get()).toBe(false);
  expect(sent.at(-1)?.path).toBe(extendSession.path);
});

test('while another person is logged in in this browser, the calls of a page wait for its own person', async () => {
  vi.stubGlobal('document', { cookie: 'watchpost_login=owner' });
  noteLogin();
  vi.stubGlobal('document', { cookie: 'other=1; watchpost_login=guest' });
  const held = call(extendSession);
  await expect.poll(() => isReplaced.get()).toBe(true);
  await call(logIn, { body: { email: 'a', password: 'b' } });
  expect(sent.map((request) => request.path)).toEqual([logIn.path]);

  vi.stubGlobal('document', { cookie: 'watchpost_login=owner' });
  checkLogin();
  await held;
  expect(sent.map((request) => request.path)).toEqual([logIn.path, extendSession.path]);
});

test('a person who logs in while the token of a call is fetched does not make the call', async () => {
  vi.stubGlobal('document', { cookie: 'watchpost_login=owner' });
  noteLogin();
  const token = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url === csrf.path ? token.promise : answer(url, init),
  );
  const held = call(extendSession);
  await Promise.resolve();
  vi.stubGlobal('document', { cookie: 'watchpost_login=guest' });
  token.resolve(Response.json({ headerName: 'x-csrf-token', token: 't' }));
  await expect.poll(() => isReplaced.get(), { timeout: 2000 }).toBe(true);
  expect(sent).toEqual([]);

  vi.stubGlobal('document', { cookie: 'watchpost_login=owner' });
  checkLogin();
  await held;
  expect(sent.map((request) => request.path)).toEqual([extendSession.path]);
});

test.each([
  ['logged out in another tab', 'watchpost_login=owner', ''],
  ['of a session of an earlier release', 'watchpost_login=1', 'watchpost_login=owner'],
])('a person %s is not another person', async (_, before, after) => {
  vi.stubGlobal('document', { cookie: before });
  noteLogin();
  vi.stubGlobal('document', { cookie: after });

  await call(extendSession);

  expect(isReplaced.get()).toBe(false);
});

test('calls that need the password again share one dialog, and go on after it or fail without it', async () => {
  const accounts = { sellerAccounts: [] };
  answers = [failure(403, 'proofNeeded'), failure(403, 'proofNeeded')];
  const both = Promise.all([call(sellerList), call(sellerList)]);
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(() => proofRequest.get()).not.toBeNull();
  answers = [Response.json(accounts), Response.json(accounts)];
  proofRequest.get()?.answer(true);
  expect(await both).toEqual([accounts, accounts]);

  answers = [failure(403, 'proofNeeded')];
  const given = call(sellerList).catch((error: unknown) => error);
  await expect.poll(() => proofRequest.get()).not.toBeNull();
  proofRequest.get()?.answer(false);
  expect(await given).toMatchObject({ code: 'proofNeeded' });
  expect([proofRequest.get(), shownError.get()]).toEqual([null, null]);
});

test('a wrong password in the re-login modal raises no further challenge', async () => {
  needsLogin.set(true);
  answers = [failure(401, 'wrongCredentials', { 'www-authenticate': 'Session' })];

  await expect(call(logIn, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
    code: 'wrongCredentials',
  });
  expect(sent).toHaveLength(1);
});

test.each([
  ['the header says redirect', 'Session redirect', 'owner@brightkeel.example'],
  ['no e-mail is known', 'Session', null],
])('a challenge leads to /login when %s', async (_, header, email) => {
  knownEmail.set(email);
  answers = [challenge(header)];

  await expect(call(sellerList)).rejects.toMatchObject({ status: 401 });
  expect(redirected).toHaveBeenCalledWith('/login');
  expect(needsLogin.get()).toBe(false);
});

test.each(['before', 'after'])(
  'a refusal %s the answer to the log-out, and of a call after it, neither asks for a log-in nor loads /login',
  async (order) => {
    const refused = Promise.withResolvers<Response>();
    const loggedOut = Promise.withResolvers<Response>();
    const replies: Record<string, Promise<Response>> = {
      [sellerList.path]: refused.promise,
      [signOut.path]: loggedOut.promise,
    };
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => replies[url] ?? answer(url, init));

    const underWay = call(sellerList).catch((error: unknown) => error);
    const end = logOut(() => call(signOut));
    if (order === 'before') {
      refused.resolve(challenge());
      await underWay;
    }
    loggedOut.resolve(none(204));
    await end;
    refused.resolve(challenge());
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => answer(url, init));
    answers = [challenge()];
    const later = call(sellerList).catch((error: unknown) => error);

    expect(await underWay).toMatchObject({ code: 'notLoggedIn' });
    expect(await later).toMatchObject({ code: 'notLoggedIn' });
    expect([needsLogin.get(), knownEmail.get()]).toEqual([false, null]);
    expect(redirected).not.toHaveBeenCalled();
  },
);

test('a log-out without a connection ends the session at the server once the connection is back', async () => {
  answers = ['no connection'];
  await logOut(() => call(signOut));
  expect([isOffline.get(), knownEmail.get()]).toEqual([true, null]);

  vi.stubGlobal('document', { cookie: '' });
  isOffline.set(false);
  await expect.poll(() => sent.map(({ path }) => path)).toEqual([signOut.path, signOut.path]);
});

test('a log-out without a connection does not end the session of a person who has logged in since', async () => {
  answers = ['no connection'];
  await logOut(() => call(signOut));

  vi.stubGlobal('document', { cookie: 'watchpost_login=guest' });
  isOffline.set(false);
  await call(extendSession);
  expect(sent.map(({ path }) => path)).toEqual([signOut.path, extendSession.path]);
});

test('the authentication check handles its own 401', async () => {
  answers = [challenge()];

  await expect(call(isAuthenticated)).rejects.toMatchObject({ status: 401 });
  expect(needsLogin.get()).toBe(false);
  expect(redirected).not.toHaveBeenCalled();
});

test('a 304 on the state of the world is no failure', async () => {
  answers = [none(304)];

  expect(await callRaw(stateOfTheWorld, { query: { state: 's1' } })).toEqual({ status: 304, body: null });
  expect(shownError.get()).toBeNull();
});

test.each([
  ['/oauth/authorize', '?client_id=program&state=0012e3', '/twofactor?client_id=program&state=0012e3'],
  ['/home', '?q=B0AAAAAAA1', '/twofactor'],
])('a person on %s%s who lacks a second step is led to %s', async (pathname, search, to) => {
  vi.stubGlobal('window', { location: { pathname, search, assign: redirected } });
  answers = [failure(403, 'twoFactorNeeded')];

  await expect(call(sellerList)).rejects.toMatchObject({ code: 'twoFactorNeeded' });

  expect(redirected).toHaveBeenCalledExactlyOnceWith(to);
});
