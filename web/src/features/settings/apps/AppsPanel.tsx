import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { revokeAuthorization, revokeOwnAuthorization, type authorizations } from '@app/shared/contract/sellers.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { call } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { ConfirmButton } from '../../../ui/fields/ConfirmButton.tsx';
import { googleSheetsQuery } from '../connections/google-sheets-query.ts';
import { errorAndMessage } from '../form/error-and-message.ts';
import { Section, SettingRow } from '../parts/Section.tsx';
import { authorizationsQueryOf } from './authorizations-query.ts';
import { formatDate } from '@app/shared/base/format-date.ts';

type Authorization = Reply<typeof authorizations>['authorizations'][number];

interface Props {
  readonly isOwner: boolean;
  readonly onFailure: (text: string) => void;
}

/**
 * Third-party applications that may act for the viewer, and for the owner all of the account; hidden when there are
 * none. A list that did not load is not taken for an empty one.
 */
export function AppsPanel({ isOwner, onFailure }: Props) {
  const query = useQuery(authorizationsQueryOf(isOwner));
  const authorizations = query.data?.authorizations ?? [];
  const failed = useFailed(query);
  if (authorizations.length === 0 && !failed) return null;
  return (
    <Section id="apps" title="Connected apps" note={`May act for ${whom(isOwner)} until their right is revoked`}>
      <div className="settings-section__body">
        {failed && <ErrorState title="The connected apps did not load" {...failed} />}
        {authorizations.map((authorization) => (
          <App key={authorization.id} authorization={authorization} isOwner={isOwner} onFailure={onFailure} />
        ))}
      </div>
    </Section>
  );
}

const whom = (isOwner: boolean): string => (isOwner ? 'this account' : 'you');

/** Section 2: "Revoking an integration authorisation takes two clicks." */
function App({
  authorization: { id, name, timestamp, email },
  isOwner,
  onFailure,
}: Props & { readonly authorization: Authorization }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await call(isOwner ? revokeAuthorization : revokeOwnAuthorization, { params: { id } });
      showToast(`${name} may no longer act for ${email ?? whom(isOwner)}`);
      await Promise.all(
        [authorizationsQueryOf(isOwner).queryKey, googleSheetsQuery.queryKey, [auditTrail.path]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    } catch (error) {
      onFailure(errorAndMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const day = formatDate(timestamp * 1000, { dateStyle: 'medium' });
  const since = email === undefined ? `Since ${day}` : `Acts for ${email} since ${day}`;
  return (
    <SettingRow title={name} note={since}>
      <ConfirmButton
        size="sm"
        label="Revoke authorization"
        confirmLabel="Confirm revoking authorization"
        subject={email === undefined ? name : `${name} of ${email}`}
        busy={isBusy}
        onConfirm={() => void revoke()}
      />
    </SettingRow>
  );
}
