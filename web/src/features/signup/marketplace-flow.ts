import { authorizationRedirect } from '@app/shared/contract/sellers.ts';
import { call } from '../../lib/http/call.ts';
import type { SignUpSearch } from './sign-up-search.ts';

/** Whether the marketplace has sent the browser here for an authorisation and expects it back. */
export const isMarketplaceFlow = (search: SignUpSearch): boolean => search.amazon_callback_uri !== undefined;

/** Continues the authorisation that the marketplace started, unless the signal has been aborted by then. */
export async function continueAtMarketplace(search: SignUpSearch, signal?: AbortSignal): Promise<void> {
  const { location } = await call(authorizationRedirect, {
    query: {
      path: '/connect',
      ...(search.amazon_callback_uri !== undefined && { amazonCallbackUrl: search.amazon_callback_uri }),
      ...(search.amazon_state !== undefined && { amazonState: search.amazon_state }),
    },
  });
  if (!signal?.aborted) window.location.assign(location);
}
