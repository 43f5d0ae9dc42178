import { useState } from 'react';
import { severityOfColour } from '@app/shared/base/severity.ts';
import type { TimelineEvent } from '@app/shared/contract/catalog.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { momentText } from '../../../world/moment-text.ts';
import { withText } from '../../../ui/layout/text-size.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { FromTo } from '../../../ui/signs/FromTo.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { EventSign, eventWord } from './EventMarks.tsx';
import { eventTitle } from './event-words.ts';

const fewest = 4;
/** The height of a row in px at the usual size of text. */
const rowHeight = 28;

interface Props {
  /** The events; `undefined` until they are known, also if they did not load. */
  readonly events: readonly TimelineEvent[] | undefined;
}

/**
 * The list of all events, newest first. It has room for the first ones before they are known, so that nothing below it
 * moves.
 */
export function EventList({ events: known }: Props) {
  const events = known ?? [];
  const [isAll, setAll] = useState(false);
  const now = useNow();
  const shown = isAll ? events : events.slice(0, fewest);
  return (
    <section aria-label="Events" className="events">
      <header className="events__head">
        <h3>Events</h3>
        {events.length > fewest && (
          <Button size="sm" variant="ghost" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Fewer' : `All ${events.length}`}
          </Button>
        )}
      </header>
      <div style={{ minHeight: withText(fewest * rowHeight) }}>
        {known?.length === 0 && <p className="dim">Nothing happened in this time.</p>}
        <ol>
          {shown.map((event) => (
            <li key={event.id} className="event">
              <time dateTime={event.at} className="meta nowrap">
                {momentText(Date.parse(event.at), now)}
              </time>
              <EventSign event={event} />
              <span className="event__text">
                <span className="visually-hidden">{eventWord(event)}: </span>
                <b className="medium">{eventTitle(event)}</b> <EventChange event={event} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** The message names the keyword, which old and new value do not: a product may have several. */
function EventChange({ event: { type, from, to, message, colour } }: { readonly event: TimelineEvent }) {
  const watchdog = type === null ? undefined : watchdogOf(type);
  if (to === null || (watchdog?.hasOwnItems && message !== null)) {
    return type !== null && <span className="dim">{message}</span>;
  }
  return <FromTo from={from} to={to} level={colour === null ? undefined : severityOfColour(colour)} />;
}
