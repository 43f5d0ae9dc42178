import { useCallback, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { withText } from '../layout/text-size.ts';
import { useScheme } from '../hooks/use-scheme.ts';
import { ChartTip } from './ChartTip.tsx';
import { followFinger, moveCursor, nextIndex, type ChartCursor } from './cursor.ts';
import { noteText, type Note } from './note.ts';
import { useUplot, type Drawing } from './use-uplot.ts';
import './chart.css';

interface Props extends Drawing {
  /** The chart's content in words: a finding, not a title. */
  readonly label: string;
  /** The height of plot and axes in px at the usual size of text. */
  readonly height: number;
  /** The note for the point with this index. */
  readonly noteOf: (index: number) => Note;
}

/**
 * A canvas with a cursor that mouse, finger and arrow keys move, and a note beside it. For screen readers it is a
 * slider over the points. The chart's data must also be available as text elsewhere.
 */
export function Chart(props: Props) {
  // A change of the colour scheme draws the chart again.
  return <Drawn key={useScheme()} {...props} />;
}

function Drawn({ label, noteOf, height, ...drawing }: Props) {
  const [cursor, setCursor] = useState<ChartCursor | null>(null);
  const [isUsed, setIsUsed] = useState(false);
  const isTouched = useRef(false);
  // After a touch browsers send a mouse-leave event; the touched day stays.
  const handleCursor = useCallback((next: ChartCursor | null) => {
    if (next !== null || !isTouched.current) setCursor(next);
  }, []);
  const { host, chart } = useUplot(drawing, handleCursor);
  const last = drawing.data[0].length - 1;
  const note = cursor && cursor.index <= last ? noteOf(cursor.index) : null;
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = nextIndex(event.key, cursor?.index ?? null, last);
    if (to === null || !chart.current) return;
    event.preventDefault();
    moveCursor(chart.current, to);
  };
  // The touched day stays when the finger is lifted, until another one is touched.
  const handleTouch = ({ pointerType, clientX }: PointerEvent) => {
    if (pointerType !== 'touch' || !chart.current) return;
    isTouched.current = true;
    setIsUsed(true);
    followFinger(chart.current, clientX);
  };
  const handleMouse = (isOver: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    isTouched.current = false;
    setIsUsed(isOver);
  };
  return (
    <div
      className="chart"
      tabIndex={0}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot hold a canvas
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor?.index ?? last}
      aria-valuetext={noteText(note ?? noteOf(last))}
      onKeyDown={handleKeyDown}
      onPointerDown={handleTouch}
      onPointerMove={handleTouch}
      onPointerEnter={handleMouse(true)}
      onPointerLeave={handleMouse(false)}
      onFocus={() => setIsUsed(true)}
      onBlur={() => setIsUsed(false)}
    >
      <div ref={host} className="chart__plot" style={{ height: withText(height) }} />
      {isUsed && cursor && note && <ChartTip note={note} left={cursor.left} isFlipped={cursor.isFlipped} />}
    </div>
  );
}
