import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { TimelineEvent } from '@app/shared/contract/catalog.ts';
import { textScale, withText } from '../../../ui/layout/text-size.ts';
import { ChartTip } from '../../../ui/chart/ChartTip.tsx';
import { noteText } from '../../../ui/chart/note.ts';
import { EventMarks } from './EventMarks.tsx';
import { gutters, lanes, recorderHeight } from './lanes.ts';
import { RecorderLanes } from './RecorderLanes.tsx';
import { noteAt, type Recording } from './recording.ts';
import { dayMs } from '@app/shared/base/time.ts';

interface Props {
  readonly recording: Recording;
  readonly events: readonly TimelineEvent[];
}

/** The lanes with one cursor through all of them, moved by mouse, finger and arrow keys. */
export function Recorder({ recording, events }: Props) {
  const { host, width: shownWidth } = useWidth();
  // The picture is drawn at the usual size of text, and grows with it.
  const scale = textScale();
  const width = shownWidth / scale;
  const [cursor, setCursor] = useState<number | null>(null);
  const { from, to } = recording.range;
  const drawn = Math.max(1, width - gutters.left - gutters.right);
  const x = (at: number) => (gutters.left + ((at - from) / (to - from)) * drawn) * scale;
  const at = Math.min(to, Math.max(from, cursor ?? to));
  const note = useMemo(() => noteAt(recording, at), [recording, at]);
  const handlePointer = (event: PointerEvent<HTMLElement>) => {
    const shownPx = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const px = shownPx / scale - gutters.left;
    setCursor(from + Math.min(1, Math.max(0, px / drawn)) * (to - from));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, { at, from, to });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setCursor(next);
  };
  return (
    <div
      ref={host}
      className="recorder__lanes"
      style={{ height: withText(recorderHeight) }}
      tabIndex={0}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot hold a picture
      role="slider"
      aria-label="What was known, by time"
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={at}
      aria-valuetext={noteText(note)}
      onPointerMove={handlePointer}
      onPointerDown={handlePointer}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setCursor(null)}
      onBlur={() => setCursor(null)}
      onKeyDown={handleKeyDown}
    >
      {width > 0 && <RecorderLanes recording={recording} width={width} />}
      {width > 0 && <EventMarks events={events} x={x} />}
      {cursor !== null && (
        <>
          <span className="recorder__cursor" style={{ left: x(at), height: withText(lanes.sales.bottom) }} />
          <ChartTip note={note} left={x(at)} isFlipped={x(at) > shownWidth / 2} />
        </>
      )}
    </div>
  );
}

/**
 * Returns the instant to which a key moves the cursor: a day later or earlier, or to one end; `null` for other keys.
 */
function keyTarget(
  key: string,
  { at, from, to }: { readonly at: number; readonly from: number; readonly to: number },
): number | null {
  if (key === 'Home') return from;
  if (key === 'End') return to;
  if (key === 'ArrowLeft') return Math.max(from, at - dayMs);
  return key === 'ArrowRight' ? Math.min(to, at + dayMs) : null;
}

function useWidth() {
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = host;
    if (!current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { host, width };
}
