import { expect, test } from 'vitest';
import { ApiError } from '../../lib/http/api-error.ts';
import { failureText } from './save-failure.ts';

async function failureOf(error: unknown) {
  let loads = 0;
  const text = await failureText(error, async () => void (loads += 1));
  return { text, loads };
}

const refusal = (status: number, code: string) =>
  new ApiError({ status, code, message: 'This does not exist, or no longer does', requestId: 'r' });

test('a save with a product that is gone loads the settings again, so that the next save succeeds without it', async () => {
  expect(await failureOf(refusal(404, 'notFound'))).toEqual({
    text: expect.stringContaining('some of the products no longer exist or have no active offer any more'),
    loads: 1,
  });
});

test('any other failure of a save keeps the page as it is and names its reason', async () => {
  const { message } = refusal(403, 'forbidden');
  expect(await failureOf(refusal(403, 'forbidden'))).toEqual({ text: message, loads: 0 });
  expect(await failureOf(new Error('x'))).toEqual({ text: 'The changes could not be saved', loads: 0 });
});
