import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { describeMailLink, followMailLink, type MailLink } from '@app/shared/contract/mail-links.ts';
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
import { useNow } from '../../ui/hooks/use-now.ts';
import { textsOf } from './mail-action-texts.ts';

/**
 * The page behind a mail's link: shows what the link would do, and one button. Mail scanners open links, but press no
 * buttons.
 */
export function MailActionPage() {
  const token = useTokenOfHash();
  const { data, error, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: ['describeMailLink', token],
    queryFn: () => call(describeMailLink, { body: { token } }),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const failure = useKeptFailure({ data, error, errorUpdateCount });
  if (data) return <Act link={data} token={token} />;
  return (
    <Page title={failure ? linkFailureTitle(failure) : 'One moment'}>
      {failure ? (
        <>
          <Banner key={errorUpdateCount} level="warning">
            {asSentence(failure.message)}
          </Banner>
          {mayFollowAgain(failure) && (
            <Button variant="primary" size="lg" block busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          )}
          <Home />
        </>
      ) : (
        <Skeleton width="280px" height="20px" />
      )}
    </Page>
  );
}

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

const Page = ({ title, lead, children }: PageProps) => (
  <Entry title={title} lead={lead} isAnchored>
    <PageTitle>From your mail</PageTitle>
    <EntryFields>{children}</EntryFields>
  </Entry>
);

function Act({ link, token }: { readonly link: MailLink; readonly token: string }) {
  const [state, setState] = useState<'asked' | 'acting' | { readonly done: MailLink } | Error>('asked');
  const now = useNow();
  const handleClick = () => {
    setState('acting');
    void call(followMailLink, { body: { token } }).then(
      (followed) => setState({ done: followed }),
      (error: unknown) =>
        setState(error instanceof Error ? error : new Error('Something went wrong. Please try again')),
    );
  };
  if (typeof state === 'object' && 'done' in state) {
    const { done, after } = textsOf(state.done, now);
    return (
      <Page title={done} lead={<output>{after}</output>}>
        <Home />
      </Page>
    );
  }
  const { title, what, button } = textsOf(link, now);
  return (
    <Page title={title} lead={what}>
      {link.usedAt !== null && <Banner level="info">This link was used on {momentOf(link.usedAt)}.</Banner>}
      {state instanceof Error && <Banner level="warning">{asSentence(state.message)}</Banner>}
      {button === null ? (
        <Home />
      ) : (
        <Button variant="primary" size="lg" block busy={state === 'acting'} onClick={handleClick}>
          {button}
        </Button>
      )}
    </Page>
  );
}

const momentOf = (at: string): string =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });

const Home = () => (
  <Link
    to={hasLoginMarker() ? '/home' : '/login'}
    className={buttonClass({ variant: 'bordered', size: 'lg', block: true })}
  >
    {hasLoginMarker() ? 'Go to the dashboard' : 'Log in'}
  </Link>
);
