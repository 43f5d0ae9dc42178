import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorCalls } from '@app/shared/contract/operator.ts';
import type { CallInput, Reply } from '@app/shared/contract/endpoint.ts';
import { call } from '../../lib/http/call.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { RelativeTime } from '../../ui/signs/RelativeTime.tsx';
import { deadLettersQuery, setAsideQuery } from './operator-queries.ts';
import { counted, timesText } from './operator-words.ts';
import { ReasonModal } from './ReasonModal.tsx';
import { formatCount } from '@app/shared/base/format-count.ts';

type SetAside = Reply<typeof operatorCalls.setAsideWork>;
type Settlement = Pick<CallInput<typeof operatorCalls.settleSetAside>['body'], 'verb' | 'work'>;

/** An act that waits for its reason. */
interface Chosen {
  readonly title: string;
  readonly send: (reason: string) => Promise<unknown>;
}

interface Row {
  readonly id: string;
  readonly what: string;
  readonly about: string;
  readonly at: string;
  readonly error: string;
  readonly work: Settlement['work'];
  /** False for a chore of a tenant: workers try it again about once an hour, whatever the operator does. */
  readonly isDroppable: boolean;
}

/** Work that failed too often and waits for a person. */
export function SetAsidePanel() {
  const setAside = useQuery(setAsideQuery);
  const { data } = setAside;
  const failed = useFailed(setAside);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const client = useQueryClient();
  const rows = data ? rowsOf(data) : [];
  const settle = async (reason: string) => {
    if (!chosen) return;
    await chosen.send(reason);
    setChosen(null);
    for (const { path } of [operatorCalls.setAsideWork, operatorCalls.deadLetters, operatorCalls.operatorState]) {
      await client.invalidateQueries({ queryKey: [path] });
    }
  };
  const chooseWork = (title: string, { verb, work }: Settlement) =>
    setChosen({
      title,
      send: (reason) => call(operatorCalls.settleSetAside, { body: { verb, work, reason } }),
    });
  return (
    <Panel title="Set aside" note="Failed too often; waits for you">
      {failed && <ErrorState title="The work that is set aside did not load" {...failed} />}
      {data && rows.length === 0 && <p className="operator__none">Nothing is set aside.</p>}
      <ul className="operator-list">
        {rows.map((row) => (
          <li key={row.id}>
            <span className="grow">
              <b className="medium">{row.what}</b> <span className="meta">{row.about}</span>{' '}
              <span className="meta">
                <RelativeTime at={row.at} />
              </span>
              <span className="operator-list__more operator-list__error">{row.error}</span>
            </span>
            <span className="operator-list__acts">
              <Button
                size="sm"
                aria-label={`Try again: ${row.what}`}
                onClick={() => chooseWork(`Try ${row.what} again`, { verb: 'retry', work: row.work })}
              >
                Try again
              </Button>
              {row.isDroppable && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Drop ${row.what}`}
                  onClick={() => chooseWork(`Drop ${row.what}`, { verb: 'drop', work: row.work })}
                >
                  Drop
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <DeadLetters onChoose={setChosen} />
      {chosen && <ReasonModal title={chosen.title} onClose={() => setChosen(null)} onSend={settle} />}
    </Panel>
  );
}

const redrive = (reason: string) => call(operatorCalls.redriveDeadLetters, { body: { reason } });

/** Messages that the queue itself has given up, because no worker confirmed them. */
function DeadLetters({ onChoose }: { readonly onChoose: (chosen: Chosen) => void }) {
  const letters = useQuery(deadLettersQuery);
  const failed = useFailed(letters);
  const messages = letters.data?.messages ?? null;
  if (failed) return <ErrorState title="The dead letters did not load" {...failed} />;
  if (messages === null) return null;
  return (
    <div className="operator__dead">
      <span className="grow">
        Dead letters of the notification queue: <b className="medium">{formatCount(messages)}</b>
      </span>
      <Button
        size="sm"
        disabled={messages === 0}
        onClick={() => onChoose({ title: 'Deliver the dead letters again', send: redrive })}
      >
        Deliver again
      </Button>
    </div>
  );
}

const rowsOf = ({ messages, turns, notifications }: SetAside): readonly Row[] => [
  ...messages.map((one) => ({
    id: `message ${one.tenantId} ${one.messageId}`,
    what: `${one.purpose} by ${one.transport}`,
    about: one.companyName,
    at: one.setAsideAt,
    error: one.error ?? '',
    work: { kind: 'message' as const, tenantId: one.tenantId, messageId: one.messageId },
    isDroppable: true,
  })),
  ...turns.map((one) => ({
    id: `turn ${one.tenantId} ${one.chore}`,
    what: one.chore,
    about: `${one.companyName}, ${counted(one.failures, 'failure')}${one.isRetryAsked ? ', is tried within 15 s' : ''}`,
    at: one.since,
    error: one.error,
    work: { kind: 'turn' as const, tenantId: one.tenantId, chore: one.chore },
    isDroppable: false,
  })),
  ...notifications.map((one) => ({
    id: `notification ${one.notificationNo}`,
    what: one.type ?? 'notification',
    about: `delivered ${timesText(one.deliveries)}`,
    at: one.setAsideAt,
    error: one.reason,
    work: { kind: 'notification' as const, notificationNo: one.notificationNo },
    isDroppable: true,
  })),
];
