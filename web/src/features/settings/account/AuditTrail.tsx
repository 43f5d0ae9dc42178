import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import type { CallInput } from '@app/shared/contract/endpoint.ts';
import { call } from '../../../lib/http/call.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { LogList } from '../parts/LogList.tsx';
import { LogPages } from '../parts/LogPages.tsx';
import { logPages } from '../parts/log-pages.ts';
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
        <LogPages
          log={trailOf(of)}
          rowsOf={({ events }) => events.map((event) => <AuditRow key={event.id} event={event} />)}
          emptyText={emptyTexts[of]}
        />
      </LogList>
    </Section>
  );
}

const trailOf = (of: Kind) =>
  logPages({
    queryKey: [auditTrail.path, of],
    fetchPage: (before, signal) => call(auditTrail, { query: before ? { of, before } : { of } }, { signal }),
    nextOf: ({ events, hasMore }) => (hasMore ? (events.at(-1)?.id ?? null) : null),
  });

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
