import { ApiError } from '../../lib/http/api-error.ts';

const goneText =
  'Nothing was saved, because some of the products no longer exist or have no active offer any more. Their changes were dropped here; please save the others again.';

/**
 * Returns the text of a failed save. If a product is gone since the settings were loaded, every save that contains it
 * fails, so the settings are loaded again, which drops its change.
 */
export async function failureText(error: unknown, reload: () => Promise<void>): Promise<string> {
  if (!(error instanceof ApiError)) return 'The changes could not be saved';
  if (error.code !== 'notFound') return error.message;
  await reload();
  return goneText;
}
