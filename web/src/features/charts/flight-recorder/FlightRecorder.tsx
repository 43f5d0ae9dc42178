import { useMemo, useState } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { withText } from '../../../ui/layout/text-size.ts';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { EventList } from './EventList.tsx';
import { recorderHeight } from './lanes.ts';
import { Recorder } from './Recorder.tsx';
import './flight-recorder.css';
import { noteAt, type Recording, recordingOf } from './recording.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { productTimeline, rankBreakdown, salesBreakdown, type TimelineEvent } from '@app/shared/contract/catalog.ts';
import { query } from '../../../lib/http/call.ts';
import { firstFailed, useFailed } from '../../../lib/http/kept-failure.ts';
import { useWhole } from '../../../lib/http/whole-answer.ts';

const ranges = [
  { value: '7', content: '7 days' },
  { value: '30', content: '30 days' },
  { value: '90', content: '90 days' },
  { value: '120', content: '120 days' },
] as const;
type Range = (typeof ranges)[number]['value'];

const none: readonly TimelineEvent[] = [];

/** The history of a product on one time axis, with the events in words below it. */
export function FlightRecorder({ product }: { readonly product: Product }) {
  const [range, setRange] = useState<Range>('30');
  const [isTable, setTable] = useState(false);
  const { recording, events, isLoading, failed } = useRecording(product, Number(range));
  return (
    <>
      <section aria-label="Flight recorder" className="recorder">
        <header className="recorder__head">
          <h3>Flight recorder</h3>
          <span className="grow" />
          <Segments
            label="As a picture or a table"
            options={[
              { value: 'picture', content: 'Picture' },
              { value: 'table', content: 'Table' },
            ]}
            value={isTable ? 'table' : 'picture'}
            onChange={(next) => setTable(next === 'table')}
          />
          <Segments label="Time" options={ranges} value={range} onChange={setRange} />
        </header>
        {failed && <ErrorState title="What was recorded did not load" {...failed} message="Nothing of it is lost." />}
        {!failed && (
          <div aria-busy={isLoading} style={{ minHeight: withText(recorderHeight) }}>
            {recording &&
              (isTable ? (
                <RecorderTable recording={recording} />
              ) : (
                <Recorder recording={recording} events={events ?? none} />
              ))}
          </div>
        )}
        {!isTable && <Legend />}
      </section>
      <EventList events={events} />
    </>
  );
}

/** The legend of the recorder, in which each entry shows its form as well as its colour. */
const Legend = () => (
  <p className="recorder__legend" aria-hidden="true">
    {[
      ['own', 'Your price'],
      ['box', 'Buy box'],
      ['fba', 'Lowest FBA'],
      ['sold', 'Sold'],
      ['promoted', 'With promotion'],
      ['gap', 'No data'],
    ].map(([look, name]) => (
      <span key={look}>
        <i className={`recorder__key recorder__key--${look}`} />
        {name}
      </span>
    ))}
  </p>
);

const columns = ['Price', 'Buy box', 'Lowest FBA', 'Rank', 'Stock', 'Sold'] as const;

/** The same data as a table: the state at the end of each day, newest first. */
function RecorderTable({ recording }: { readonly recording: Recording }) {
  return (
    <div className="recorder__table">
      <table aria-label="Recorded by day">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {recording.sold.toReversed().map(({ date, to }) => {
            const note = noteAt(recording, Math.min(to - 1, recording.range.to));
            const values = new Map(note.lines.map(({ label, value }) => [label, value]));
            return (
              <tr key={date}>
                <th scope="row">{note.title}</th>
                {columns.map((column) => (
                  <td key={column}>{values.get(column) ?? <span className="dim">not known</span>}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The history of a product over the last days. The data of the previous range stays until all of the new data has
 * arrived.
 */
function useRecording({ productId, marketplace }: Product, lookbackDays: number) {
  const asked = { productId, lookbackDays };
  const kept = { placeholderData: keepPreviousData };
  const timeline = useQuery({ ...query(productTimeline, { params: { productId }, query: { lookbackDays } }), ...kept });
  const ranks = useQuery({ ...query(rankBreakdown, { query: asked }), ...kept });
  const sales = useQuery({ ...query(salesBreakdown, { query: asked }), ...kept });
  const whole = useWhole({ timeline, ranks, sales });
  const recording = useMemo(
    () =>
      whole &&
      recordingOf({ marketplace, timeline: whole.timeline, ranks: whole.ranks.ranks, sales: whole.sales.sales }),
    [marketplace, whole],
  );
  const all = [timeline, ranks, sales];
  const failed = firstFailed([useFailed(timeline), useFailed(ranks), useFailed(sales)]);
  // The events are in words of their own, so that they need neither ranks nor sales that did not load.
  const known = failed ? timeline.data : (whole?.timeline ?? timeline.data);
  return {
    recording,
    events: known?.events,
    isLoading: all.some((one) => one.isPlaceholderData || one.isPending),
    failed,
  };
}
