import { useEffect, useRef, type RefObject } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { readPaint, type Paint } from './chart-paint.ts';
import { cursorOptions, readCursor, type ChartCursor } from './cursor.ts';

export type ChartOptions = Omit<uPlot.Options, 'width' | 'height' | 'legend' | 'cursor'>;

export interface Drawing {
  readonly data: uPlot.AlignedData;
  /**
   * Returns the chart's options for the colours of the scheme. The function must stay the same object while the drawing
   * does not change.
   */
  readonly options: (paint: Paint) => ChartOptions;
  /** Charts with the same key share one cursor. */
  readonly cursorKey: string;
}

interface ChartRefs {
  /** The element that contains the chart and determines its size. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly chart: RefObject<uPlot | null>;
}

/** Draws the chart on mount, and again for other data. */
export function useUplot(
  { data, options, cursorKey }: Drawing,
  onCursor: (cursor: ChartCursor | null) => void,
): ChartRefs {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const made = new uPlot(completeOptions(options(readPaint()), { element, cursorKey, onCursor }), data, element);
    chart.current = made;
    const resize = new ResizeObserver(() => {
      if (element.clientWidth !== made.width)
        made.setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    resize.observe(element);
    return () => {
      resize.disconnect();
      made.destroy();
      chart.current = null;
      onCursor(null);
    };
  }, [data, options, cursorKey, onCursor]);
  return { host, chart };
}

interface Place extends Pick<Drawing, 'cursorKey'> {
  readonly element: HTMLElement;
  readonly onCursor: (cursor: ChartCursor | null) => void;
}

function completeOptions(options: ChartOptions, { element, cursorKey, onCursor }: Place): uPlot.Options {
  const hooks = options.hooks ?? {};
  const setCursor = [...(hooks.setCursor ?? []), (made: uPlot) => onCursor(readCursor(made))];
  return {
    ...options,
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: cursorOptions(cursorKey),
    hooks: { ...hooks, setCursor },
  };
}
