import { expect, test } from 'vitest';
import { errorCatalogue } from '@app/shared/base/errors.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { errorAndMessage } from './error-and-message.ts';

const failure = (error: string | null, message: string) =>
  new ApiError({ status: 403, code: 'forbidden', requestId: 'r', error, message });

test('an error of the settings is told once when its message says the same', () => {
  const { text } = errorCatalogue.forbidden;

  expect(errorAndMessage(failure(text, text))).toBe(text);
});

test('an error of the settings is told before its message, without the advice that the message replaces', () => {
  const text = errorAndMessage(failure(errorCatalogue.forbidden.text, 'An operator cannot be changed here'));

  expect(text).toBe('Only the account owner may do this: An operator cannot be changed here');
});
