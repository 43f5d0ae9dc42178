import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { confirmEmail } from '@app/shared/contract/accounts.ts';
import { asSentence } from '../../lib/http/api-error.ts';
import { call } from '../../lib/http/call.ts';
import { useKeptFailure } from '../../lib/http/kept-failure.ts';
import { linkFailureTitle, mayFollowAgain } from '../../lib/http/link-failure.ts';
import { hasLoginMarker } from '../../lib/session/login-marker.ts';
import { useTokenOfHash } from '../../lib/session/use-token-of-hash.ts';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { Entry, EntryFields } from '../../ui/fields/Entry.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';

/**
 * The page behind the link of the mail. The token is in the hash, which is never sent to a server or written to a log.
 */
export function VerifyEmailPage() {
  const token = useTokenOfHash();
  const { data, error, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: ['confirmEmail', token],
    // A failure is shown at once; only the button repeats the call.
    queryFn: async () => {
      await call(confirmEmail, { body: { token } });
      return true;
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const failure = useKeptFailure({ data, error, errorUpdateCount });
  const isPending = data === undefined && failure === null;
  const isToRepeat = failure !== null && mayFollowAgain(failure);
  const title = isPending ? 'One moment' : failure ? linkFailureTitle(failure) : 'Your e-mail address is verified';
  return (
    <Entry
      title={title}
      lead={!isPending && !failure && 'Alerts about your products are sent to it from now on.'}
      isAnchored
    >
      <PageTitle>Verify your e-mail address</PageTitle>
      <EntryFields>
        {isPending && <Skeleton width="280px" height="20px" />}
        {failure && (
          <Banner key={errorUpdateCount} level="warning">
            {asSentence(failure.message)}
          </Banner>
        )}
        {isToRepeat && (
          <Button variant="primary" size="lg" block busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        )}
        {!isPending && (
          <Link
            to={hasLoginMarker() ? '/home' : '/login'}
            className={buttonClass({ variant: isToRepeat ? 'bordered' : 'primary', size: 'lg', block: true })}
          >
            {hasLoginMarker() ? 'Go to the dashboard' : 'Log in'}
          </Link>
        )}
      </EntryFields>
    </Entry>
  );
}
