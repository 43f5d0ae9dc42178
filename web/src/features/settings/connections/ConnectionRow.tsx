import type { ReactNode } from 'react';
import type { Connection } from '@app/shared/contract/connections.ts';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { Severity, type Level } from '../../../ui/signs/SeveritySign.tsx';
import { SettingRow } from '../parts/Section.tsx';
import { clockTime, isoOf } from './connection-times.ts';
import './connections.css';

interface Props {
  /** The service, or the service and its subject. */
  readonly title: string;
  /** The purpose of the connection. */
  readonly purpose: string;
  /** The account at the service. */
  readonly account: string | null;
  /** `null` while nothing is connected. */
  readonly connection: Connection | null;
  /** Replaces the plain reason of an error. */
  readonly warning?: ReactNode;
  /** The one button or link that the state calls for. */
  readonly children: ReactNode;
}

/** A connection to a service of others. All connections have this form. */
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

const levels: Readonly<Record<Connection['state'], Level>> = { connected: 'ok', pending: 'starting', error: 'alert' };
const words: Readonly<Record<Connection['state'], string>> = {
  connected: 'Connected',
  pending: 'Pending',
  error: 'Error',
};

/** The state with its reason and times, as they are known. */
function ConnectionState({ connection, warning }: { readonly connection: Connection; readonly warning: ReactNode }) {
  const { state, reason, since, lastSuccessAt, nextTryAt } = connection;
  return (
    <>
      {state === 'error' && (
        <span className="connection__line">
          <Severity level="alert" size={14}>
            <span>{warning ?? reason}</span>
          </Severity>
        </span>
      )}
      <span className="connection__times">
        {state === 'error' ? (
          <span>Error</span>
        ) : (
          <Severity level={levels[state]} size={14}>
            {words[state]}
          </Severity>
        )}
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
    </>
  );
}
