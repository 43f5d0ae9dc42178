import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  announceLogIn,
  endSessionIfLoggedOut,
  followLogIns,
  forgetLogin,
  isReplaced,
  knownEmail,
  loggedInAgain,
  needsLogin,
  noteLogin,
  onSessionEnd,
  personOfPage,
} from './session.ts';

beforeEach(() => {
  forgetLogin();
  needsLogin.set(false);
  isReplaced.set(false);
});
afterEach(() => vi.unstubAllGlobals());

function showPageOf(email: string): { readonly clean: ReturnType<typeof vi.fn<() => void>> } {
  vi.stubGlobal('document', { cookie: 'watchpost_login=owner' });
  knownEmail.set(email);
  noteLogin();
  const clean = vi.fn<() => void>();
  onSessionEnd(clean);
  return { clean };
}

test('a page that is opened after another tab has logged its person out keeps nothing of them for the next person', () => {
  const { clean } = showPageOf('owner@brightkeel.example');
  vi.stubGlobal('document', { cookie: '' });

  endSessionIfLoggedOut();

  expect(clean).toHaveBeenCalledOnce();
  expect([knownEmail.get(), personOfPage()]).toEqual([null, '']);
});

test('a page that is opened while its person is logged in keeps the session, and so does one without a person', () => {
  const { clean } = showPageOf('owner@brightkeel.example');
  endSessionIfLoggedOut();
  expect(knownEmail.get()).toBe('owner@brightkeel.example');

  knownEmail.set(null);
  vi.stubGlobal('document', { cookie: '' });
  endSessionIfLoggedOut();
  expect(clean).not.toHaveBeenCalled();
});

/** Stands in for two tabs: what one of them stores, the other one is told. */
function openSecondTab(): void {
  const tab = new EventTarget();
  vi.stubGlobal('window', tab);
  vi.stubGlobal('localStorage', {
    setItem: (key: string) => tab.dispatchEvent(Object.assign(new Event('storage'), { key })),
  });
  followLogIns();
}

test('a log-in in one tab ends the wait for it in all tabs of the same person', async () => {
  showPageOf('owner@brightkeel.example');
  openSecondTab();
  needsLogin.set(true);
  const waiting = loggedInAgain();

  announceLogIn();

  await waiting;
  expect(needsLogin.get()).toBe(false);
});

test('a log-in of another person in another tab covers the page, which still waits for its own', () => {
  showPageOf('owner@brightkeel.example');
  openSecondTab();
  needsLogin.set(true);
  vi.stubGlobal('document', { cookie: 'watchpost_login=guest' });

  announceLogIn();

  expect([needsLogin.get(), isReplaced.get()]).toEqual([true, true]);
});
