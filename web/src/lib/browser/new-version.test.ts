import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { isOffline } from '../http/connection.ts';
import { explainMissingPart, isMissingPart, lostPart, newVersion } from './new-version.ts';

test.each([
  new TypeError('Failed to fetch dynamically imported module: https://watchpost.test/assets/Stock-1.js'),
  new TypeError('error loading dynamically imported module: https://watchpost.test/assets/Stock-1.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/Stock-1.css'),
])('a part that the server does not have is missing: $message', (error) => {
  expect(isMissingPart(error)).toBe(true);
});

test.each([new RangeError('Invalid language tag: en-US@posix'), new TypeError('x is undefined'), 'gone', null])(
  'a part that fails when it runs is not missing: %s',
  (error) => {
    expect(isMissingPart(error)).toBe(false);
  },
);

const startPage = (...scripts: readonly string[]): string =>
  `<!doctype html><script src="/theme.js"></script>${scripts
    .map((script) => `<script type="module" crossorigin src="/assets/${script}"></script>`)
    .join('')}`;

interface Answers {
  readonly isTokenThere: boolean;
  /** The start page; `null` if the server does not answer. */
  readonly page: string | null;
}

/** A page that has loaded `index-1.js`, and a script of another service, and lacks a part. */
function lose(answers: Answers): Promise<void> {
  const scripts = ['/theme.js', '/assets/index-1.js', 'https://chat.test/widget.js'];
  vi.stubGlobal('document', { scripts: scripts.map((src) => ({ getAttribute: () => src })) });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === csrf.path && answers.isTokenThere) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    if (url !== csrf.path && answers.page !== null) return new Response(answers.page);
    throw new TypeError('Failed to fetch');
  });
  return explainMissingPart();
}

beforeEach(() => {
  isOffline.set(false);
  newVersion.set(false);
  lostPart.set(false);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a part that is missing because a newer version was deployed says that a new version is ready', async () => {
  await lose({ isTokenThere: true, page: startPage('index-2.js') });

  expect([newVersion.get(), lostPart.get()]).toEqual([true, false]);
});

test.each([
  ['has the version of the page', startPage('index-1.js')],
  ['does not answer any more', null],
  ['is hidden by the page of a proxy', '<html><script src="/portal.js"></script></html>'],
])('a part that was lost in a short outage does not say so: the server %s', async (_, page) => {
  await lose({ isTokenThere: true, page });

  expect([newVersion.get(), lostPart.get()]).toEqual([false, true]);
});

test('a server that falls silent again before it gives its start page has no new version', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  vi.stubGlobal('document', { scripts: [] });
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    if (url === csrf.path) return Promise.resolve(Response.json({ headerName: 'x-csrf-token', token: 't' }));
    return signal?.aborted ? Promise.reject(signal.reason as Error) : new Promise(() => undefined);
  });

  await explainMissingPart();

  expect([newVersion.get(), lostPart.get()]).toEqual([false, true]);
});

test('a part that was lost in an outage is reported when the connection is back', async () => {
  const reported = lose({ isTokenThere: false, page: null });
  await expect.poll(() => isOffline.get()).toBe(true);
  expect(lostPart.get()).toBe(false);

  isOffline.set(false);
  await reported;
  expect([newVersion.get(), lostPart.get()]).toEqual([false, true]);
});
