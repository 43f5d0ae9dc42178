import { ApiError, meansOffline } from './api-error.ts';
import { noteAnswer, noteSilence, numberRequest } from './connection.ts';
import { csrfHeader, forgetCsrf } from './csrf.ts';

/** Fetches the CSRF token, the smallest answer there is, and returns whether the server has answered. */
export async function probeConnection(): Promise<boolean> {
  forgetCsrf();
  const number = numberRequest();
  try {
    await csrfHeader();
  } catch (error) {
    if (error instanceof ApiError && meansOffline(error)) noteSilence(number);
    return false;
  }
  noteAnswer(number);
  return true;
}
