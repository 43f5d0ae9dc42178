import { authorizationRedirect } from '@app/shared/contract/sellers.ts';
import { call } from '../../lib/http/call.ts';
import type { SignUpSearch } from './sign-up-search.ts';

/** Whether the marketplace has sent the browser here for an authorisation and expects it back. */
export const isMarketplaceFlow = (search: SignUpSearch): boolean => search.amazon_callback_uri !== undefined;

/**
 * Continues the authorisation that the marketplace started, unless the signal has been aborted by then. Section 6: only
 * the owner adds seller accounts, so that others name the one that they authorise again.
 */
export async function continueAtMarketplace(
  search: SignUpSearch,
  { isOwner }: { readonly isOwner: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const { location } = await call(authorizationRedirect, {
    query: {
      path: '/connect',
      ...(search.amazon_callback_uri !== undefined && { amazonCallbackUrl: search.amazon_callback_uri }),
      ...(search.amazon_state !== undefined && { amazonState: search.amazon_state }),
      ...(!isOwner && search.selling_partner_id !== undefined && { expectedSellerKey: search.selling_partner_id }),
    },
  });
  if (!signal?.aborted) window.location.assign(location);
}
