import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { decideConsent, describeConsent } from '@app/shared/contract/oauth.ts';
import { asSentence } from '../../lib/http/api-error.ts';
import { call } from '../../lib/http/call.ts';
import { useKeptFailure } from '../../lib/http/kept-failure.ts';
import { mayFollowAgain } from '../../lib/http/link-failure.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { scopeWords } from '../../lib/session/scope-words.ts';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { Entry, EntryFields } from '../../ui/fields/Entry.tsx';
import { Banner } from '../../ui/layout/Banner.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Skeleton } from '../../ui/layout/Skeleton.tsx';
import { DecisionButtons, type Decision } from './DecisionButtons.tsx';
import { Return } from './Return.tsx';
import './consent.css';

const route = getRouteApi('/oauth/authorize');

/** Asks whether a program of others may act for the person. */
export function ConsentPage() {
  const request = route.useSearch();
  const { data, error, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: ['describeConsent', request],
    queryFn: () => call(describeConsent, { query: request }),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const failure = useKeptFailure({ data, error, errorUpdateCount });
  const [decided, setDecided] = useState<string | null>(null);
  const address = decided ?? data?.redirectTo ?? null;
  return (
    <>
      <PageTitle>Access to your account</PageTitle>
      {address !== null ? (
        <Return address={address} />
      ) : data ? (
        <Question asked={data} onDecided={setDecided} />
      ) : (
        <Entry title={failure ? failureTitle(failure) : 'One moment'} isAnchored>
          {failure ? (
            <Failed error={failure} count={errorUpdateCount} isFetching={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Skeleton width="280px" height="20px" />
          )}
        </Entry>
      )}
    </>
  );
}

/** A refusal is about the request of the program; an outage leaves it as it was. */
const failureTitle = (error: Error): string => (mayFollowAgain(error) ? 'This did not load' : 'This does not work');

interface FailedProps {
  readonly error: Error;
  /** The number of failures, so that each is announced, also if it has the text of the one before. */
  readonly count: number;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}

const Failed = ({ error, count, isFetching, onRetry }: FailedProps) => (
  <EntryFields>
    <Banner key={count} level="warning">
      {asSentence(error.message)}
    </Banner>
    {mayFollowAgain(error) && (
      <Button variant="primary" size="lg" block busy={isFetching} onClick={onRetry}>
        Try again
      </Button>
    )}
    <Link to="/home" className={buttonClass({ variant: 'bordered', size: 'lg', block: true })}>
      Go to the dashboard
    </Link>
  </EntryFields>
);

interface QuestionProps {
  readonly asked: Reply<typeof describeConsent>;
  /** Called with the address of the program to which the browser returns. */
  readonly onDecided: (address: string) => void;
}

function Question({ asked: { name, host, returnsTo, opensApp, scopes }, onDecided }: QuestionProps) {
  const request = route.useSearch();
  const { data: identity } = useQuery(identityQuery);
  const [busy, setBusy] = useState<Decision | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const decide = async (decision: Decision) => {
    setBusy(decision);
    setFailure(null);
    try {
      onDecided((await call(decideConsent, { body: { request, isAllowed: decision === 'allow' } })).redirectTo);
    } catch (error) {
      setFailure(messageOfError(error));
      setBusy(null);
    }
  };
  return (
    <Entry
      title={`Allow ${name} access?`}
      lead={`It would act for ${identity?.email ?? 'you'} in Watchpost.`}
      isAnchored
    >
      <EntryFields>
        {failure !== null && <Banner level="alert">{asSentence(failure)}</Banner>}
        {opensApp && (
          <Banner level="warning">
            This opens an app on your device. Any app there can call itself {returnsTo}. Allow it only if you have just
            started this in an app that you trust.
          </Banner>
        )}
        <ul className="consent__scopes" aria-label={`${name} may`}>
          {scopes.map((scope) => (
            <li key={scope}>{scopeWords[scope]}</li>
          ))}
        </ul>
        <p className="dim">
          {host === null
            ? 'We know this program. '
            : `The program says of itself that it is “${name}”. We know only that ${host} says so. `}
          You return to {opensApp ? `the app ${returnsTo} on this device` : returnsTo}. It sees no more than you do, for
          a year at most, and you can end its access in the settings at any time.
        </p>
        <DecisionButtons busy={busy} onDecide={(decision) => void decide(decision)} />
      </EntryFields>
    </Entry>
  );
}
