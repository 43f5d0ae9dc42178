import { colours, rankOfColour, severityOfColour } from '@app/shared/base/severity.ts';
import type { TimelineEvent } from '@app/shared/contract/catalog.ts';
import { SeveritySign, severityWord } from '../../../ui/signs/SeveritySign.tsx';
import { eventTitle } from './event-words.ts';

interface Props {
  readonly events: readonly TimelineEvent[];
  readonly x: (at: number) => number;
}

const signPx = 16;

/** The signs of events. Events at the same place share one sign, that of the worst, with their number. */
export function EventMarks({ events, x }: Props) {
  const places = Map.groupBy(events, (event) => Math.round(x(Date.parse(event.at)) / signPx));
  return [...places].map(([place, together]) => {
    const worst = together.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
    if (!worst) return null;
    const more = together.length > 1 ? `, and ${together.length - 1} more` : '';
    return (
      <span
        key={place}
        className="recorder__event"
        style={{ left: place * signPx }}
        title={`${eventTitle(worst)}${more}`}
      >
        <EventSign event={worst} />
      </span>
    );
  });
}

const rankOf = ({ colour }: TimelineEvent): number => (colour === null ? colours.length : rankOfColour(colour));

/** The sign of an event. A change made by the seller is neither good nor bad and is drawn as a diamond. */
export function EventSign({ event: { colour } }: { readonly event: TimelineEvent }) {
  if (colour !== null) return <SeveritySign level={severityOfColour(colour)} />;
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="recorder__own-event">
      <path d="M8 2L14 8L8 14L2 8Z" />
    </svg>
  );
}

export const eventWord = ({ colour }: TimelineEvent): string =>
  colour === null ? 'Change' : severityWord(severityOfColour(colour));
