import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listAccessTokens, revokeAccessToken } from '@app/shared/contract/access-tokens.ts';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { call, query } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { ConfirmButton } from '../../../ui/fields/ConfirmButton.tsx';
import { SecretModal } from '../parts/SecretModal.tsx';
import { Section, SettingRow } from '../parts/Section.tsx';
import { useSending } from '../two-factor/use-sending.ts';
import { scopeWords } from '../../../lib/session/scope-words.ts';
import { TokenModal } from './TokenModal.tsx';
import './tokens.css';
import { formatDate } from '@app/shared/base/format-date.ts';

const tokensQuery = query(listAccessTokens);
type Token = Reply<typeof listAccessTokens>['tokens'][number];

/** The tokens with which programs call the API. Changes here are saved at once. */
export function TokensPanel({ isOwner }: { readonly isOwner: boolean }) {
  const tokens = useQuery(tokensQuery);
  const { data, refetch } = tokens;
  const failed = useFailed(tokens);
  const client = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string | null>(null);
  const reload = () => {
    void refetch();
    void client.invalidateQueries({ queryKey: [auditTrail.path] });
  };
  const handleCreated = (token: string) => {
    setCreating(false);
    setCreated(token);
    reload();
  };
  return (
    <Section
      id="tokens"
      title="Access tokens"
      note="For programs of yours that read your account"
      actions={
        <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
          Create token
        </Button>
      }
    >
      <div className="settings-section__body">
        {data?.tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoked={reload} />
        ))}
        {data?.tokens.length === 0 && (
          <p className="tokens__none">
            None yet. A token lets a program call the API with your rights; <a href="/developers">its calls</a> are
            described.
          </p>
        )}
        <SettingRow
          title="Ask through an assistant"
          note="An assistant that speaks MCP connects to this address with a token that may read products and alerts. It can ask and never change anything."
        >
          <code>{assistantsAddress()}</code>
        </SettingRow>
        {!data && !failed && (
          <SkeletonArea label="Loading the tokens">
            <Skeleton height="48px" />
          </SkeletonArea>
        )}
        {failed && <ErrorState title="The tokens did not load" {...failed} />}
      </div>
      {isCreating && <TokenModal isOwner={isOwner} onCreated={handleCreated} onClose={() => setCreating(false)} />}
      {created !== null && (
        <SecretModal title="Your new token" label="Token" secret={created} onClose={() => setCreated(null)}>
          The program sends it with each call, as <code>Authorization: Bearer …</code>. It is shown only once: anyone
          who has it can act for you.
        </SecretModal>
      )}
    </Section>
  );
}

const assistantsAddress = (): string => `${window.location.origin}/mcp`;

function TokenRow({ token, onRevoked }: { readonly token: Token; readonly onRevoked: () => void }) {
  const { busy, failure, send } = useSending();
  const handleRevoke = () =>
    send(async () => {
      await call(revokeAccessToken, { params: { accessTokenId: token.id } });
      showToast(`${token.name} can no longer be used`);
      onRevoked();
    });
  return (
    <SettingRow
      title={token.name}
      note={
        <>
          {!token.isOwn && `Of ${token.email}. `}
          {token.scopes.map((scope) => scopeWords[scope]).join(' · ')}.{' '}
          {token.lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <RelativeTime at={token.lastUsedAt} />
            </>
          )}
          , expires on {formatDate(Date.parse(token.expiresAt), { dateStyle: 'medium' })}
          {failure !== null && <span role="alert"> {failure}</span>}
        </>
      }
    >
      <ConfirmButton
        size="sm"
        label="Revoke"
        confirmLabel="Confirm revoking"
        subject={token.name}
        busy={busy}
        onConfirm={() => void handleRevoke()}
      />
    </SettingRow>
  );
}
