import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leadAway } from './lead-away.ts';

const address = 'https://sellercentral.amazon.com/apps/authorize/consent';
const left = vi.fn<(url: string) => void>();

beforeEach(() => {
  left.mockReset();
  vi.stubGlobal('window', { location: { assign: left } });
});
afterEach(() => vi.unstubAllGlobals());

test('adding a seller account leads the browser to Amazon', async () => {
  await leadAway(async () => address, new AbortController().signal);

  expect(left).toHaveBeenCalledExactlyOnceWith(address);
});

test('a refusal is thrown, and leads nowhere', async () => {
  const refused = leadAway(() => Promise.reject(new Error('refused')), new AbortController().signal);

  await expect(refused).rejects.toThrow('refused');
  expect(left).not.toHaveBeenCalled();
});

test.each([
  ['answers', async () => address],
  ['refuses', () => Promise.reject(new Error('refused'))],
])(
  'a dialog that is closed while Amazon is being asked leads nowhere and shows nothing when it %s',
  async (_, answer) => {
    const dialog = new AbortController();
    const ask = () => {
      dialog.abort();
      return answer();
    };

    await leadAway(ask, dialog.signal);

    expect(left).not.toHaveBeenCalled();
  },
);
