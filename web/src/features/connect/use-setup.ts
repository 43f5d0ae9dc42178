import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useReducer, useRef, type Dispatch } from 'react';
import { authorizationRedirect, sellerList } from '@app/shared/contract/sellers.ts';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { leadAway } from '../../lib/browser/lead-away.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { authorizationFailure } from '../../lib/http/authorization-failure.ts';
import { call, query } from '../../lib/http/call.ts';
import { identityQuery, type Identity } from '../../lib/session/identity.ts';
import { useWhileHere } from '../../lib/browser/use-while-here.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { forgetMethodToPay, methodToPay } from '../billing/method/payment-document.ts';
import type { ConnectSearch } from './connect-search.ts';
import { identityPollMs, sellerPollMs } from './seller-polling.ts';
import { initialSetup, isWizardOver, nextSetup, type SetupEvent } from './setup-wizard.ts';

export type Setup = ReturnType<typeof useSetup>;

/** The wizard's state, the seller accounts that are being set up, and the user's actions. */
export function useSetup(search: ConnectSearch) {
  const [state, dispatch] = useReducer(nextSetup, initialSetup);
  const { data: identity, dataUpdatedAt: identityAt } = useQuery({
    ...identityQuery,
    refetchInterval: ({ state: { data } }) => identityPollMs(data),
  });
  const accounts = useSellerAccounts(identity?.anySellerAccountSetupCompleted === true);
  const navigate = useNavigate();
  useReturn({ identity, search, dispatch });
  useBackButton(dispatch);

  const isOver = identity !== undefined && isWizardOver(identity, state, search);
  useEffect(() => {
    if (isOver) void navigate({ to: '/home', replace: true });
  }, [isOver, navigate]);

  const begin = useWhileHere();
  const authorize = async (region: Region, nickname: string) => {
    dispatch({ type: 'authorizationStarted', region });
    try {
      await leadAway((signal) => consentAddress(region, { accName: nickname.trim(), signal }), begin());
    } catch (error) {
      const message = error instanceof ApiError ? error.message : authorizationFailure('');
      dispatch({ type: 'authorizationFailed', message });
    }
  };
  return { state, dispatch, identity, identityAt, accounts, authorize };
}

interface NewAccount {
  readonly accName: string;
  readonly signal: AbortSignal;
}

async function consentAddress(region: Region, { accName, signal }: NewAccount): Promise<string> {
  const asked = { region, path: '/connect', ...(accName !== '' && { accName }) } as const;
  return (await call(authorizationRedirect, { query: asked }, { signal })).location;
}

interface Return {
  readonly identity: Identity | undefined;
  readonly search: ConnectSearch;
  readonly dispatch: Dispatch<SetupEvent>;
}

/** Starts the wizard from the known facts, and reports the result of an authorisation once. */
function useReturn({ identity, search, dispatch }: Return): void {
  const navigate = useNavigate();
  const isReported = useRef(false);
  useEffect(() => {
    if (!identity) return;
    dispatch({ type: 'factsKnown', facts: identity });
    if (methodToPay()) {
      dispatch({ type: 'cardOpened' });
      forgetMethodToPay();
    }
    if (isReported.current || (!search.connected && !search.authorizationError)) return;
    isReported.current = true;
    if (search.connected) {
      dispatch({ type: 'sellerAdded', paymentStatus: identity.paymentStatus });
      showToast(search.connected === 'again' ? 'Seller account authorized again' : 'Seller account connected');
    }
    if (search.authorizationError) {
      dispatch({ type: 'authorizationFailed', message: authorizationFailure(search.authorizationError) });
    }
    // The parameter is removed, so that a reload does not report the result again.
    void navigate({ to: '/connect', search: {}, replace: true });
  }, [identity, search, dispatch, navigate]);
}

/** The browser may restore this page as it was left, with an authorisation in progress that has been abandoned. */
function useBackButton(dispatch: Dispatch<SetupEvent>): void {
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (event.persisted) dispatch({ type: 'authorizationLeft' });
    };
    window.addEventListener('pageshow', handleShow);
    return () => window.removeEventListener('pageshow', handleShow);
  }, [dispatch]);
}

function useSellerAccounts(isAnySetUp: boolean) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...query(sellerList),
    refetchInterval: ({ state }) => sellerPollMs({ accounts: state.data?.sellerAccounts, isAnySetUp }),
  });
  const accounts = data?.sellerAccounts;
  // A new or completed seller account changes the state of the whole account.
  const progress = accounts?.map((account) => `${account.sellerId} ${account.setupCompleted}`).join() ?? '';
  useEffect(() => {
    if (progress !== '') void client.invalidateQueries({ queryKey: identityQuery.queryKey });
  }, [client, progress]);
  return accounts;
}
