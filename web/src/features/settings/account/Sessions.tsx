import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import { endOtherSessions, endSession, listSessions } from '@app/shared/contract/auth.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { call, query } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { Section, SettingRow } from '../parts/Section.tsx';

export const sessionsQuery = query(listSessions);
type Session = Reply<typeof listSessions>['sessions'][number];

const shownAtFirst = 5;

/** The viewer's sessions, and buttons that end them. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const { data, refetch } = sessions;
  const failed = useFailed(sessions);
  const client = useQueryClient();
  const { ending, end } = useEnding(() => {
    void refetch();
    void client.invalidateQueries({ queryKey: [auditTrail.path] });
  });
  const [showsAll, setShowsAll] = useState(false);
  const all = data?.sessions ?? [];
  const shown = showsAll ? all : all.slice(0, shownAtFirst);
  const hidden = all.length - shown.length;
  const others = all.filter(({ isThis }) => !isThis);
  return (
    <Section
      title="Where you are logged in"
      note={
        data && (others.length === 0 ? 'Only here' : `Here and in ${others.length} other ${browsers(others.length)}`)
      }
      actions={
        others.length > 0 && (
          <Button ref={passFocusOn} busy={ending === 'others'} onClick={() => void end('others')}>
            Log out everywhere else
          </Button>
        )
      }
    >
      <div className="settings-section__body">
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={ending === session.id}
            onEnd={() => void end(session.id)}
          />
        ))}
        {hidden > 0 && (
          <Button ref={passFocusOn} variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
            Show {hidden} more
          </Button>
        )}
        {!data && !failed && (
          <SkeletonArea label="Loading where you are logged in">
            <Skeleton height="48px" />
          </SkeletonArea>
        )}
        {failed && <ErrorState title="This did not load" {...failed} />}
      </div>
    </Section>
  );
}

const browsers = (count: number): string => (count === 1 ? 'browser' : 'browsers');

interface RowProps {
  readonly session: Session;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: RowProps) {
  const browser = session.browser ?? 'A browser that does not say what it is';
  return (
    <SettingRow
      title={browser}
      note={
        <>
          {session.isThis ? (
            'In use now'
          ) : (
            <>
              Last used <RelativeTime at={session.lastSeenAt} />
            </>
          )}
          , logged in <RelativeTime at={session.createdAt} />
        </>
      }
    >
      {session.isThis ? (
        <Pill level="ok">This browser</Pill>
      ) : (
        <Button size="sm" busy={busy} aria-label={`Log out ${browser}`} onClick={onEnd}>
          Log out
        </Button>
      )}
    </SettingRow>
  );
}

/** `ending` is the id of the session that is being ended, or `others`. */
function useEnding(onEnded: () => void) {
  const [ending, setEnding] = useState<string | null>(null);
  const end = async (which: string) => {
    setEnding(which);
    try {
      await (which === 'others' ? call(endOtherSessions) : call(endSession, { params: { id: which } }));
      showToast(which === 'others' ? 'Logged out everywhere else' : 'Logged out there');
    } catch (error) {
      showToast(messageOfError(error), { level: 'alert' });
    } finally {
      setEnding(null);
      onEnded();
    }
  };
  return { ending, end };
}
