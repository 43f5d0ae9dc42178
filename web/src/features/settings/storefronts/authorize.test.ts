import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csrf } from '@app/shared/contract/auth.ts';
import { authorizeAnew, authorizeNew } from './authorize.ts';

const location = 'https://sellercentral.amazon.com/apps/authorize/consent';
const left = vi.fn<(url: string) => void>();
const warned = vi.fn<(text: string) => void>();
let whileAsking: () => void;

beforeEach(() => {
  left.mockReset();
  warned.mockReset();
  whileAsking = () => undefined;
  vi.stubGlobal('window', { location: { assign: left }, alert: warned });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === csrf.path) return Response.json({ headerName: 'x-csrf-token', token: 't' });
    whileAsking();
    return Response.json({ location });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('adding a seller account leads the browser to Amazon', async () => {
  await authorizeNew('NA', { nickname: '', signal: new AbortController().signal });

  expect(left).toHaveBeenCalledExactlyOnceWith(location);
});

test('a dialog that is closed while Amazon is being asked leads nowhere', async () => {
  const dialog = new AbortController();
  whileAsking = () => dialog.abort();

  await expect(authorizeNew('NA', { nickname: '', signal: dialog.signal })).rejects.toThrow('abort');

  expect(left).not.toHaveBeenCalled();
});

test('a page that is left while Amazon is being asked about an account leads nowhere and shows nothing', async () => {
  const page = new AbortController();
  whileAsking = () => page.abort();

  await authorizeAnew({ region: 'NA', sellerKey: 'A2L77EE7U53NWQ' }, page.signal);

  expect([left.mock.calls, warned.mock.calls]).toEqual([[], []]);
});
