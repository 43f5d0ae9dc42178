import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { packageInfo } from '@app/shared/contract/billing.ts';
import { query } from '../../lib/http/call.ts';
import { showHelp } from '../../lib/help.ts';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import type { PostActionPath } from './post-action-paths.ts';
import { pricingText } from './pricing-text.ts';
import { postActionTexts } from './post-action-texts.ts';
import './post-action.css';

/** Confirms the last action of the user and links to the next page. */
export function PostActionPage({ path }: { readonly path: PostActionPath }) {
  const { name, title, lead, next, hasPricing, hasSurvey, hasReads } = postActionTexts[path];
  return (
    <main className="post-action">
      <PageTitle>{name}</PageTitle>
      <IconCircleCheck size={32} aria-hidden="true" />
      <h1>{title}</h1>
      <p className="post-action__lead">{lead}</p>
      {hasPricing && <Pricing />}
      <p className="post-action__next">
        {/* A full page load, because the next page may show what has just changed. */}
        <a className={buttonClass({ variant: 'primary', size: 'lg' })} href={next.href}>
          {next.label}
        </a>
      </p>
      {hasSurvey && <Survey />}
      {hasReads && <Reads />}
    </main>
  );
}

function Pricing() {
  const { data } = useQuery(query(packageInfo, { query: {} }));
  const text = data && pricingText(data);
  return text ? <p className="dim">{text}</p> : null;
}

function Survey() {
  return (
    <Panel title="One question before you go">
      <div className="post-action__survey">
        <p className="dim">What was missing, or too much? A line is enough, and somebody reads it.</p>
        <Button onClick={() => showHelp({ tab: 'contact', subject: 'Why I leave' })}>Tell us</Button>
      </div>
    </Panel>
  );
}

/** Articles of the help, by their ids there. */
const reads = [
  { entry: 'guide-morning', title: 'The 60-second morning: how to read Watchpost once a day' },
  { entry: 'guide-buy-box', title: 'The buy box is gone: five things to look at, in this order' },
  { entry: 'guide-quiet', title: 'Too many alerts? How to make Watchpost quiet without going blind' },
];

function Reads() {
  return (
    <Panel title="Worth a minute">
      <ul className="post-action__reads">
        {reads.map(({ entry, title }) => (
          <li key={entry}>
            <button type="button" onClick={() => showHelp({ tab: 'faq', entry })}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
