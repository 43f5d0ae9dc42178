import { isOffline } from './connection.ts';
import { csrfHeader, forgetCsrf } from './csrf.ts';

/** Asks the server for the smallest thing there is; says whether it has answered. */
export async function probeConnection(): Promise<boolean> {
  forgetCsrf();
  try {
    await csrfHeader();
  } catch {
    return false;
  }
  isOffline.set(false);
  return true;
}
