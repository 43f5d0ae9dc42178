import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { authorizationsQueryOf } from '../apps/authorizations-query.ts';
import { googleSheetsQuery } from '../connections/google-sheets-query.ts';
import { adConnectionsQuery } from '../storefronts/ad-connections-query.ts';
import { sections, type SectionId } from './sections.ts';
import type { FormHandle } from '../form/use-settings-form.ts';

/** The sections that this viewer has, with their warnings. */
export function useSections({ settings, original }: FormHandle) {
  const { isOwner, sellerAccounts } = settings;
  const { data: apps } = useQuery(authorizationsQueryOf(isOwner));
  const { data: sheets } = useQuery({ ...googleSheetsQuery, enabled: isOwner });
  const { data: advertising } = useQuery({ ...adConnectionsQuery, enabled: isOwner });
  const connected = [sheets?.connection, ...(advertising?.connections ?? []).map(({ connection }) => connection)];
  const isThere: Partial<Readonly<Record<SectionId, boolean>>> = {
    apps: (apps?.authorizations.length ?? 0) > 0,
    connections: sheets?.available === true || connected.some(Boolean),
    teams: sellerAccounts.length > 0,
  };
  const ids = sections
    .filter(({ id, isOwners }) => (isOwner || !isOwners) && isThere[id] !== false)
    .map(({ id }) => id);
  const key = ids.join();
  const shown = useMemo(() => sections.filter(({ id }) => key.split(',').includes(id)), [key]);
  const warnings: Partial<Record<SectionId, string>> = {
    ...(original.addresses.some(({ isVerified, stoppedReason }) => !isVerified || stoppedReason !== null) && {
      emails: 'an address gets nothing',
    }),
    ...(sellerAccounts.some(({ mayNeedReauthorization }) => mayNeedReauthorization) && {
      storefronts: 'one may need re-authorization',
    }),
    ...(connected.some((one) => one?.state === 'error') && { connections: 'one does not work' }),
  };
  return { sections: shown, warnings };
}
