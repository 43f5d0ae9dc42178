import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { VersionLabel } from '../../ui/layout/VersionLabel.tsx';
import { Brand } from '../../ui/signs/Logo.tsx';
import { documentCalls, type DocumentedCall } from './call-documents.ts';
import '../../ui/layout/panel.css';
import './developers.css';

/** Describes the calls for programs, from their declarations. */
export function DevelopersPage() {
  const [calls] = useState(() => documentCalls(window.location.origin));
  return (
    <main className="developers">
      <PageTitle>For developers</PageTitle>
      <header className="developers__head">
        <Link to="/home" className="developers__home" aria-label="Watchpost, home">
          <Brand />
        </Link>
        <h1>The API for your programs</h1>
      </header>
      <Basics />
      <nav aria-label="Calls">
        <ul className="developers__list">
          {calls.map(({ name, method, path }) => (
            <li key={name}>
              <a href={`#${name}`}>
                <code>
                  {method} {path}
                </code>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {calls.map((call) => (
        <Call key={call.name} call={call} />
      ))}
      <p className="meta">
        <VersionLabel />
      </p>
    </main>
  );
}

const Basics = () => (
  <section className="panel developers__basics" aria-label="What all calls have in common">
    <p>
      Create an access token in the settings, choose what it may do, and send it with each call as{' '}
      <code>Authorization: Bearer wp_pat_…</code>. A token sees what you see and no more. Programs of others ask for
      access at <code>/oauth/authorize</code>; <code>/.well-known/oauth-authorization-server</code> says how.
    </p>
    <ul>
      <li>
        Lists come in pages, newest first, and the sources of data by seller account: send <code>nextCursor</code> back
        as <code>cursor</code>.
      </li>
      <li>
        Prices, stock, sales and other measures have their unit and <code>observedAt</code>, the time for which they
        hold. A number that is not known is <code>null</code>, never zero.
      </li>
      <li>
        300 calls a minute for each personal token, and for all tokens of an authorization together.{' '}
        <code>RateLimit</code> says what is left, and <code>Retry-After</code> when to go on after a 429.
      </li>
      <li>
        Send <code>ETag</code> back as <code>If-None-Match</code>: an answer that you have already is 304 without a
        body.
      </li>
      <li>
        Calls of hooks are signed by Standard Webhooks, with the <code>secret</code> of the subscription. Answer 2xx
        within ten seconds; 410 ends the hook, and so do eight answers 404 in a row and three days in which nothing was
        taken. A hook also ends with the token that subscribed it, and that of a program of others a year after the
        consent.
      </li>
      <li>
        A write with an <code>Idempotency-Key</code> is done once, however often it is repeated within a day.
      </li>
    </ul>
  </section>
);

function Call({ call }: { readonly call: DocumentedCall }) {
  const { name, method, path, summary, scope, fields, example, answer, errors } = call;
  return (
    <section className="panel" id={name} aria-labelledby={`${name}-title`}>
      <header className="panel__head">
        <h2 id={`${name}-title`}>
          <code>
            {method} {path}
          </code>
        </h2>
        {scope !== null && <span className="meta">{scope}</span>}
      </header>
      <div className="developers__call">
        <p>{summary}.</p>
        {fields.length > 0 && <Fields fields={fields} />}
        <Code label={`Example of ${name}`} text={example} />
        {answer !== '' && (
          <details>
            <summary>Answer</summary>
            <Code label={`Answer of ${name}`} text={answer} />
          </details>
        )}
        {errors.length > 0 && (
          <details>
            <summary>Errors</summary>
            <ul>
              {errors.map((error) => (
                <li key={error}>{error}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
}

const Fields = ({ fields }: Pick<DocumentedCall, 'fields'>) => (
  <dl className="developers__fields">
    {fields.map(({ name, place, accepts, isRequired }) => (
      <div key={`${place} ${name}`}>
        <dt>
          <code>{name}</code>
        </dt>
        <dd>
          {place}
          {isRequired ? ', needed' : ''}: {accepts}
        </dd>
      </div>
    ))}
  </dl>
);

const Code = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <section aria-label={label}>
    <pre className="developers__code">{text}</pre>
  </section>
);
