import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { query } from '../../../lib/http/call.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { LogList } from '../parts/LogList.tsx';
import { OlderButton, PageFailed, PageLoading } from '../parts/LogPage.tsx';
import { Section } from '../parts/Section.tsx';
import { auditChanges } from './audit-changes.ts';
import { auditSentence, type AuditEvent } from './audit-sentence.ts';

/** The audit trail, which only the owner may read. */
export function AuditTrail() {
  const client = useQueryClient();
  return (
    <Section
      title="Audit trail"
      note="Changes of access, addresses, tokens and settings, newest first"
      actions={
        <IconButton
          label="Look for new changes"
          onClick={() => void client.invalidateQueries({ queryKey: [auditTrail.path] })}
        >
          <IconRefresh size={18} aria-hidden="true" />
        </IconButton>
      }
    >
      <LogList label="Changes">
        <AuditPage />
      </LogList>
    </Section>
  );
}

/** One page of fifty events; the next one follows on request. */
function AuditPage({ before }: { readonly before?: string }) {
  const [hasAsked, setHasAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(query(auditTrail, { query: before ? { before } : {} }));
  if (!data) return error ? <PageFailed error={error} onRetry={() => void refetch()} /> : <PageLoading />;
  const last = data.events.at(-1);
  if (!last) return before ? null : <li className="log__empty">Nothing has been changed yet.</li>;
  return (
    <>
      {data.events.map((event) => (
        <AuditRow key={event.id} event={event} />
      ))}
      {data.hasMore && !hasAsked && <OlderButton busy={isFetching} onClick={() => setHasAsked(true)} />}
      {data.hasMore && hasAsked && <AuditPage before={last.id} />}
    </>
  );
}

function AuditRow({ event }: { readonly event: AuditEvent }) {
  const changes = auditChanges(event.details);
  return (
    <li className="log__row">
      <span className="grow">
        <span className="log__what">{auditSentence(event)}</span>
        {changes.map(({ what, from, to }) => (
          <span key={what} className="meta log__change">
            {what}: {[from, to].filter((one) => one !== null).join(' → ')}
          </span>
        ))}
      </span>
      <span className="meta">
        <RelativeTime at={event.at} />
      </span>
    </li>
  );
}
