import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useScheme } from '../use-scheme.ts';
import { readPaint, type Paint } from './chart-paint.ts';
import { ChartTip } from './ChartTip.tsx';
import { cursorOptions, followFinger, moveCursor, nextIndex, readCursor, type ChartCursor } from './cursor.ts';
import { noteText, type Note } from './note.ts';
import './chart.css';

export type ChartOptions = Omit<uPlot.Options, 'width' | 'height' | 'legend' | 'cursor'>;

interface Props {
  /** What the chart shows, in words: a finding, not a title. */
  readonly label: string;
  /** Of plot and axes, in CSS pixels. */
  readonly height: number;
  readonly data: uPlot.AlignedData;
  /** Called with the colours of the scheme. Keep it the same function while nothing that it draws changes. */
  readonly options: (paint: Paint) => ChartOptions;
  /** Charts with the same key share one cursor. */
  readonly cursorKey: string;
  /** What is told of the point with this index. */
  readonly noteOf: (index: number) => Note;
}

/**
 * A canvas whose cursor mouse, finger and arrow keys move, with a note beside it: to screen readers a slider that goes
 * through the points. What the chart tells must stand somewhere as text too.
 */
export function Chart(props: Props) {
  // With other colours all is drawn anew.
  return <Drawn key={useScheme()} {...props} />;
}

function Drawn({ label, height, data, options, cursorKey, noteOf }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const [cursor, setCursor] = useState<ChartCursor | null>(null);
  const [isUsed, setIsUsed] = useState(false);

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const made = draw(element, { height, data, cursorKey, options: options(readPaint()), onCursor: setCursor });
    chart.current = made;
    const resize = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      made.destroy();
      chart.current = null;
      setCursor(null);
    };
  }, [height, data, options, cursorKey]);

  const last = data[0].length - 1;
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = nextIndex(event.key, cursor?.index ?? null, last);
    if (to === null || !chart.current) return;
    event.preventDefault();
    moveCursor(chart.current, to);
  };
  const note = cursor && cursor.index <= last ? noteOf(cursor.index) : null;
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
      onPointerMove={(event) =>
        event.pointerType === 'touch' && chart.current && followFinger(chart.current, event.clientX)
      }
      onPointerEnter={() => setIsUsed(true)}
      onPointerLeave={() => setIsUsed(false)}
      onFocus={() => setIsUsed(true)}
      onBlur={() => setIsUsed(false)}
    >
      <div ref={host} className="chart__plot" style={{ height }} />
      {isUsed && cursor && note && <ChartTip note={note} left={cursor.left} isFlipped={cursor.isFlipped} />}
    </div>
  );
}

interface Drawing extends Pick<Props, 'height' | 'data' | 'cursorKey'> {
  readonly options: ChartOptions;
  readonly onCursor: (cursor: ChartCursor | null) => void;
}

function draw(element: HTMLElement, { height, data, cursorKey, options, onCursor }: Drawing): uPlot {
  const hooks = options.hooks ?? {};
  const all: uPlot.Options = {
    ...options,
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: cursorOptions(cursorKey),
    hooks: { ...hooks, setCursor: [...(hooks.setCursor ?? []), (made) => onCursor(readCursor(made))] },
  };
  return new uPlot(all, data, element);
}
