import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { describeMailLink, followMailLink, type MailLink } from '@app/shared/contract/mail-links.ts';
import { call } from '../../lib/call.ts';
import { hasLoginMarker } from '../../lib/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Logo.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { textsOf } from './mail-action-texts.ts';
import './mail-action.css';

/** Behind the links of mails: what this one would do, and one button. Programs that open links press none. */
export function MailActionPage() {
  const token = useTokenOfHash();
  const { data, error } = useQuery({
    queryKey: ['describeMailLink', token],
    queryFn: () => call(describeMailLink, { body: { token } }),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <main className="mail-action">
      <PageTitle>From your mail</PageTitle>
      <Mark size={40} />
      {data && <Act link={data} token={token} />}
      {!data && error && (
        <>
          <h1>This link does not work</h1>
          <Banner level="warn">{error.message}.</Banner>
          <Home />
        </>
      )}
      {!data && !error && (
        <>
          <h1>One moment</h1>
          <Skeleton width="280px" height="20px" />
        </>
      )}
    </main>
  );
}

function Act({ link, token }: { readonly link: MailLink; readonly token: string }) {
  const [state, setState] = useState<'asked' | 'acting' | 'done' | Error>('asked');
  const handleClick = () => {
    setState('acting');
    void call(followMailLink, { body: { token } }).then(
      () => setState('done'),
      (error: unknown) => setState(error instanceof Error ? error : new Error('Something went wrong')),
    );
  };
  const { title, what, button, done, after } = textsOf(link);
  if (state === 'done') {
    return (
      <>
        <h1>{done}</h1>
        <output className="dim">{after}</output>
        <Home />
      </>
    );
  }
  return (
    <>
      <h1>{title}</h1>
      <p className="dim">{what}</p>
      {state instanceof Error && <Banner level="warn">{state.message}.</Banner>}
      <Button variant="primary" size="lg" disabled={state === 'acting'} onClick={handleClick}>
        {button}
      </Button>
    </>
  );
}

const Home = () => (
  <p>
    <Link to={hasLoginMarker() ? '/home' : '/login'} className={buttonClass({ variant: 'bordered' })}>
      {hasLoginMarker() ? 'Go to the dashboard' : 'Log in'}
    </Link>
  </p>
);

/** Read once, then taken out of the address: nobody should pass it on with the page. */
function useTokenOfHash(): string {
  const [token] = useState(() => window.location.hash.slice(1) || 'none');
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return token;
}
