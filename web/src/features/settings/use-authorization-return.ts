import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { authorizationFailure } from '../../lib/http/authorization-failure.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';

const route = getRouteApi('/settings');

/** Tells once how an authorisation has come back from the marketplace. */
export function useAuthorizationReturn(onFailure: (text: string) => void): void {
  const { connected, authorizationError } = route.useSearch();
  const navigate = useNavigate();
  const isTold = useRef(false);
  useEffect(() => {
    if (isTold.current || (!connected && !authorizationError)) return;
    isTold.current = true;
    if (connected) showToast('Seller account connected');
    if (authorizationError) onFailure(authorizationFailure(authorizationError));
    // A reload shall not say it again.
    void navigate({ to: '/settings', search: {}, hash: 'storefronts', replace: true });
  }, [connected, authorizationError, onFailure, navigate]);
}
