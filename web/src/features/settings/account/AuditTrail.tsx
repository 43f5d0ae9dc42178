import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import type { CallInput } from '@app/shared/contract/endpoint.ts';
import { query } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { LogList } from '../parts/LogList.tsx';
import { OlderButton, PageFailed, PageLoading } from '../parts/LogPage.tsx';
import { Section } from '../parts/Section.tsx';
import { auditChanges } from './audit-changes.ts';
import { auditSentence, type AuditEvent } from './audit-sentence.ts';

type Kind = NonNullable<CallInput<typeof auditTrail>['query']['of']>;

const titles: Readonly<Record<Kind, string>> = { changes: 'Changes', 'log-ins': 'Log-ins', questions: 'Questions' };
const kinds = (['changes', 'log-ins', 'questions'] as const).map((value) => ({ value, content: titles[value] }));
const notes: Readonly<Record<Kind, string>> = {
  changes: 'Changes of access, addresses, tokens and settings, newest first',
  'log-ins': 'Log-ins, and attempts that were refused, newest first; kept for 90 days',
  questions: 'Questions that assistants asked for a person, newest first',
};
const emptyTexts: Readonly<Record<Kind, string>> = {
  changes: 'Nothing has been changed yet.',
  'log-ins': 'Nobody has logged in yet.',
  questions: 'No assistant has asked anything yet.',
};

/** The audit trail, which only the owner may read. */
export function AuditTrail() {
  const client = useQueryClient();
  const [of, setOf] = useState<Kind>('changes');
  return (
    <Section
      title="Audit trail"
      note={notes[of]}
      actions={
        <>
          <Segments label="Shown" options={kinds} value={of} onChange={setOf} />
          <IconButton
            label={`Look for new ${of}`}
            onClick={() => void client.invalidateQueries({ queryKey: [auditTrail.path] })}
          >
            <IconRefresh size={18} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      <LogList label={titles[of]}>
        <AuditPage key={of} of={of} />
      </LogList>
    </Section>
  );
}

interface PageProps {
  readonly of: Kind;
  readonly before?: string;
}

/** One page of fifty events; the next one follows on request. */
function AuditPage({ of, before }: PageProps) {
  const [hasAsked, setHasAsked] = useState(false);
  const page = useQuery(query(auditTrail, { query: before ? { of, before } : { of } }));
  const { data, isFetching } = page;
  const failed = useFailed(page);
  if (!data) return failed ? <PageFailed {...failed} /> : <PageLoading />;
  const last = data.events.at(-1);
  if (!last) return before ? null : <li className="log__empty">{emptyTexts[of]}</li>;
  return (
    <>
      {data.events.map((event) => (
        <AuditRow key={event.id} event={event} />
      ))}
      {data.hasMore && !hasAsked && <OlderButton busy={isFetching} onClick={() => setHasAsked(true)} />}
      {data.hasMore && hasAsked && <AuditPage of={of} before={last.id} />}
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
