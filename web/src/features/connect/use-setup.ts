import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useReducer } from 'react';
import { authorizationRedirect, sellerList } from '@app/shared/contract/identity.ts';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { isSetupOver } from '@app/shared/domain/setup-step.ts';
import { ApiError } from '../../lib/api-error.ts';
import { authorizationFailure } from '../../lib/authorization-failure.ts';
import { call, query } from '../../lib/call.ts';
import { identityQuery } from '../../lib/identity.ts';
import type { ConnectSearch } from './connect-search.ts';
import { sellerPollMs } from './seller-polling.ts';
import { initialSetup, nextSetup } from './setup-wizard.ts';

/** The wizard's state, the seller accounts as they are being set up, and what a person can do. */
export function useSetup(search: ConnectSearch) {
  const [state, dispatch] = useReducer(nextSetup, initialSetup);
  const identity = useQuery(identityQuery);
  const accounts = useSellerAccounts();
  const navigate = useNavigate();

  useEffect(() => {
    if (!identity.data) return;
    dispatch({ type: 'factsKnown', facts: identity.data });
    if (search.connected) dispatch({ type: 'sellerAdded', paymentStatus: identity.data.paymentStatus });
    if (search.authorizationError) {
      dispatch({ type: 'authorizationFailed', message: authorizationFailure(search.authorizationError) });
    }
    // Read once: a reload shall not say it again.
    if (search.connected || search.authorizationError) void navigate({ to: '/connect', search: {}, replace: true });
  }, [identity.data, search, navigate]);

  const isOver = identity.data !== undefined && isSetupOver(identity.data) && state.failure === null;
  useEffect(() => {
    if (isOver) void navigate({ to: '/home', replace: true });
  }, [isOver, navigate]);

  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (event.persisted) dispatch({ type: 'authorizationLeft' });
    };
    window.addEventListener('pageshow', handleShow);
    return () => window.removeEventListener('pageshow', handleShow);
  }, []);

  const authorize = async (region: Region, nickname: string) => {
    dispatch({ type: 'authorizationStarted', region });
    try {
      const accName = nickname.trim();
      const { location } = await call(authorizationRedirect, {
        query: { region, path: '/connect', ...(accName !== '' && { accName }) },
      });
      window.location.assign(location);
    } catch (error) {
      dispatch({
        type: 'authorizationFailed',
        message: error instanceof ApiError ? error.message : authorizationFailure(''),
      });
    }
  };
  return { state, dispatch, identity: identity.data, identityAt: identity.dataUpdatedAt, accounts, authorize };
}

function useSellerAccounts() {
  const client = useQueryClient();
  const { data } = useQuery({
    ...query(sellerList),
    refetchInterval: ({ state }) => sellerPollMs(state.data?.sellerAccounts),
  });
  const accounts = data?.sellerAccounts;
  // A new or a completed seller account changes what is known of the whole account.
  const progress = accounts?.map((account) => `${account.sellerId} ${account.setupCompleted}`).join() ?? '';
  useEffect(() => {
    if (progress !== '') void client.invalidateQueries({ queryKey: identityQuery.queryKey });
  }, [client, progress]);
  return accounts;
}
