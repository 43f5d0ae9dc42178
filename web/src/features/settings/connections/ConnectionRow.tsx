import type { ReactNode } from 'react';
import type { Connection } from '@app/shared/contract/connections.ts';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { Severity, type Level } from '../../../ui/signs/SeveritySign.tsx';
import { SettingRow } from '../parts/Section.tsx';
import { clockTime, isoOf } from './connection-times.ts';
import './connections.css';

type Warning = string | undefined;

interface Props {
  /** The name of the service. */
  readonly title: string;
  /** The purpose of the connection. */
  readonly purpose: string;
  /** The account at the service. */
  readonly account: string | null;
  /** The connection; `null` while nothing is connected. */
  readonly connection: Connection | null;
  /** Replaces the plain reason of an error. */
  readonly warning?: Warning;
  /** The one button or link that the state calls for. */
  readonly children: ReactNode;
}

/** The row of a connection to an external service; the rows of all services have this form. */
export function ConnectionRow({ title, purpose, account, connection, warning, children }: Props) {
  return (
    <SettingRow
      title={
        <>
          {title} {account && <span className="meta">{account}</span>}
        </>
      }
      note={
        <>
          <span className="connection__line">{purpose}</span>
          {connection && <ConnectionState connection={connection} warning={warning} />}
        </>
      }
    >
      {children}
    </SettingRow>
  );
}

const shownStates = {
  connected: { level: 'ok', word: 'Connected' },
  pending: { level: 'starting', word: 'Pending' },
  error: { level: 'alert', word: 'Error' },
} as const satisfies Readonly<Record<Connection['state'], { readonly level: Level; readonly word: string }>>;

/** The state of a connection with the times that are known, and below it the reason of an error. */
function ConnectionState({ connection, warning }: { readonly connection: Connection; readonly warning?: Warning }) {
  const { state, reason, since, lastSuccessAt, nextTryAt } = connection;
  const { level, word } = shownStates[state];
  return (
    <>
      <span className="connection__times">
        <Severity level={level} size={14}>
          {word}
        </Severity>
        {since !== null && (
          <span>
            since <RelativeTime at={isoOf(since)} />
          </span>
        )}
        {lastSuccessAt !== null && (
          <span>
            last success <RelativeTime at={isoOf(lastSuccessAt)} />
          </span>
        )}
        {nextTryAt !== null && <span>next try {clockTime(nextTryAt)}</span>}
      </span>
      {state === 'error' && <span className="connection__reason">{warning ?? reason}</span>}
    </>
  );
}
